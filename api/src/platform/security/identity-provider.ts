import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';

import type { Clock } from '../clock';

/** A person's identity at the provider. */
export interface ProviderIdentity {
  /** Permanent id at the provider. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
}

export interface IdentityProvider {
  /**
   * Returns the owner of a token; null when it is invalid. Throws `ProviderUnreachable` when the keys cannot be
   * fetched.
   */
  verify(idToken: string): Promise<ProviderIdentity | null>;
}

/** The provider's keys cannot be fetched now. */
export class ProviderUnreachable extends Error {}

/**
 * URL of the keys with which Firebase signs ID tokens. Source: Firebase, "Verify ID tokens using a third-party JWT
 * library".
 */
const FIREBASE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const MAX_SUBJECT = 128;
/** Tolerated clock skew of the provider, in seconds. */
const CLOCK_TOLERANCE = 5;

/** The published keys, fetched with the first token and cached. */
export const firebaseKeys = (address = FIREBASE_KEYS): JWTVerifyGetKey => createRemoteJWKSet(new URL(address));
export const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

/**
 * Verifies ID tokens that Firebase issues for a project: RS256 with a published key, issuer, audience, times, subject.
 */
export function createIdentityProvider({
  projectId,
  keys,
  clock,
}: {
  projectId: string;
  keys: JWTVerifyGetKey;
  clock: Clock;
}): IdentityProvider {
  return {
    async verify(idToken) {
      const now = clock.now();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: issuerOf(projectId),
          audience: projectId,
          currentDate: now,
          clockTolerance: CLOCK_TOLERANCE,
          requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        });
        const { sub = '', auth_time: signedInAt, email, email_verified: isVerified } = payload;
        if (sub === '' || sub.length > MAX_SUBJECT) return null;
        if (typeof signedInAt !== 'number' || signedInAt > now.getTime() / 1000 + CLOCK_TOLERANCE) return null;
        return {
          subject: sub,
          email: typeof email === 'string' ? email.toLowerCase() : null,
          isEmailVerified: isVerified === true,
        };
      } catch (error) {
        if (isAboutToken(error)) return null;
        throw new ProviderUnreachable('The keys of the identity provider cannot be read', { cause: error });
      }
    },
  };
}

/** Errors of fetching the keys, which say nothing about the token. */
const keyTroubles = new Set([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]);
const isAboutToken = (error: unknown) => error instanceof errors.JOSEError && !keyTroubles.has(error.code);
