import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';

import type { Clock } from '../clock';

/** Somebody as an identity provider knows them. */
export interface ProviderIdentity {
  /** Who it is there, for ever. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
}

export interface IdentityProvider {
  /** Who holds this token; null when it is not a good one. Throws `ProviderUnreachable` when its keys cannot be read. */
  verify(idToken: string): Promise<ProviderIdentity | null>;
}

/** The provider's keys cannot be had now. */
export class ProviderUnreachable extends Error {}

/** Where Firebase publishes the keys that it signs ID tokens with. Source: Firebase, "Verify ID tokens using a third-party JWT library". */
const FIREBASE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const MAX_SUBJECT = 128;
/** How far its clock may be ahead of ours, in seconds. */
const CLOCK_TOLERANCE = 5;

/** The keys published there, fetched when a token comes and kept for a while. */
export const firebaseKeys = (address = FIREBASE_KEYS): JWTVerifyGetKey => createRemoteJWKSet(new URL(address));
export const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

/** Checks ID tokens as Firebase issues them for a project: RS256 by a published key, issuer, audience, times, subject. */
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

/** Keys that do not come, or come as something else, tell nothing of a token. */
const keyTroubles = new Set([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]);
const isAboutToken = (error: unknown) => error instanceof errors.JOSEError && !keyTroubles.has(error.code);
