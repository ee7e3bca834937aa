import type { RealtimeConfig } from '@manabiba/shared/contract/realtime';
import { addMilliseconds, getUnixTime } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import { importPKCS8, SignJWT } from 'jose';

import type { RealtimeEnv } from '../../env';
import { REALTIME_ALGORITHM, REALTIME_AUDIENCE, REALTIME_ISSUER, realtimeKeys } from './realtime-keys';

/** Claims of a token: the person and what they may read. */
export interface RealtimeClaims {
  userId: string;
  /** Session of the reader; null for visitors. The token is valid only as long as the session. */
  sessionId: string | null;
  /** Rooms whose documents may be read while the person is in them. */
  rooms: readonly string[];
}

/** Lifetime of a Google custom token; the SDK renews the credentials that it gets for it. */
const CLOUD_TOKEN_MS = millisecondsInHour;
const CLOUD_AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

export interface RealtimeTokens {
  config: RealtimeConfig;
  /** Signs a token. `until` is a request: Google's tokens always last one hour. */
  sign(claims: RealtimeClaims, times: { now: Date; until: Date }): Promise<{ token: string; expiresAt: Date }>;
}

/**
 * Signs the tokens with which browsers read live documents: presented to the built-in engine directly, exchanged at
 * Google for a sign-in.
 */
export function createRealtimeTokens(realtime: RealtimeEnv): RealtimeTokens {
  return realtime.kind === 'cloud' ? cloudTokens(realtime) : embeddedTokens(realtime);
}

const claimsOf = ({ sessionId, rooms }: Pick<RealtimeClaims, 'sessionId' | 'rooms'>) => ({
  anonymous: sessionId === null,
  rooms,
  ...(sessionId !== null && { session: sessionId }),
});

function embeddedTokens({ projectId, publicUrl, secret }: Extract<RealtimeEnv, { kind: 'embedded' }>): RealtimeTokens {
  const { tokenKey } = realtimeKeys(secret);
  return {
    config: { kind: 'embedded', projectId, url: publicUrl },
    async sign({ userId, sessionId, rooms }, { now, until }) {
      const token = await new SignJWT(claimsOf({ sessionId, rooms }))
        .setProtectedHeader({ alg: REALTIME_ALGORITHM })
        .setSubject(userId)
        .setIssuer(REALTIME_ISSUER)
        .setAudience(REALTIME_AUDIENCE)
        .setIssuedAt(getUnixTime(now))
        .setExpirationTime(getUnixTime(until))
        .sign(tokenKey);
      return { token, expiresAt: until };
    },
  };
}

function cloudTokens({
  projectId,
  apiKey,
  authDomain,
  appId,
  account,
}: Extract<RealtimeEnv, { kind: 'cloud' }>): RealtimeTokens {
  const key = importPKCS8(account.privateKey, 'RS256');
  // An invalid key fails on the first token instead of as an unhandled rejection.
  key.catch(() => {});
  return {
    config: { kind: 'cloud', projectId, apiKey, authDomain, appId },
    async sign({ userId, sessionId, rooms }, { now }) {
      const expiresAt = addMilliseconds(now, CLOUD_TOKEN_MS);
      const token = await new SignJWT({ uid: userId, claims: claimsOf({ sessionId, rooms }) })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setSubject(account.clientEmail)
        .setIssuer(account.clientEmail)
        .setAudience(CLOUD_AUDIENCE)
        .setIssuedAt(getUnixTime(now))
        .setExpirationTime(getUnixTime(expiresAt))
        .sign(await key);
      return { token, expiresAt };
    },
  };
}
