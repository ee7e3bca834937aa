import { getUnixTime } from 'date-fns';
import { errors, jwtVerify, SignJWT } from 'jose';

import type { Clock } from '../../platform/clock';
import { deriveKey } from '../../platform/security/text-encryption';

/** Lifetime of an access token, in seconds: how long a stolen one works where the session is not checked. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ALGORITHM = 'HS256';
const ISSUER = 'manabiba';
/** Maximum number of cached verified tokens, which need no second signature check. */
const MAX_REMEMBERED = 20_000;

export interface AccessClaims {
  sessionId: string;
  /** Id of the user or the anonymous visitor. */
  subjectId: string;
}

export type TokenCheck =
  | { status: 'valid'; claims: AccessClaims }
  /** Rightly signed, too old: good for signing out and nothing else. */
  | { status: 'expired'; claims: AccessClaims }
  | { status: 'invalid' };

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Returns synchronously for a token that was verified before. */
  check(token: string): TokenCheck | Promise<TokenCheck>;
}

const INVALID: TokenCheck = { status: 'invalid' };

/** Signs and verifies the access tokens of calls. The key is imported once. */
export async function createAccessTokens({ secret, clock }: { secret: string; clock: Clock }): Promise<AccessTokens> {
  const bytes = new Uint8Array(deriveKey(secret, 'access tokens'));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const remembered = new Map<string, { check: TokenCheck; expired: TokenCheck; expiresAt: number }>();

  async function verify(token: string): Promise<TokenCheck> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'sid', 'exp'],
      });
      const claims = toClaims(payload);
      if (!claims) return INVALID;
      const check: TokenCheck = { status: 'valid', claims };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(token, { check, expired: { status: 'expired', claims }, expiresAt: (payload.exp ?? 0) * 1000 });
      return check;
    } catch (error) {
      // jose verifies the signature before the expiry, so these claims are authentic.
      const claims = error instanceof errors.JWTExpired ? toClaims(error.payload) : undefined;
      return claims ? { status: 'expired', claims } : INVALID;
    }
  }

  return {
    sign({ sessionId, subjectId }) {
      const now = getUnixTime(clock.now());
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(subjectId)
        .setIssuer(ISSUER)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    check(token) {
      const known = remembered.get(token);
      if (!known) return verify(token);
      return known.expiresAt > clock.now().getTime() ? known.check : known.expired;
    },
  };
}

function toClaims(payload: Record<string, unknown>): AccessClaims | undefined {
  const { sub, sid } = payload;
  return typeof sub === 'string' && typeof sid === 'string' ? { subjectId: sub, sessionId: sid } : undefined;
}
