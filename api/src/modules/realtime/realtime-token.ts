import type { RealtimeConfig } from '@manabiba/shared/contract/realtime';
import { importPKCS8, SignJWT } from 'jose';

import type { RealtimeEnv } from '../../env';
import { REALTIME_ALGORITHM, REALTIME_AUDIENCE, REALTIME_ISSUER, realtimeKeys } from './realtime-keys';

/** Who may read what. */
export interface RealtimeClaims {
  userId: string;
  /** By which session; null for visitors. The token is good for as long as that session. */
  sessionId: string | null;
  /** Rooms whose documents may be read, for as long as the person is in them. */
  rooms: readonly string[];
}

/** A token of Google's may live for an hour; the SDK renews by itself what it gets for it. */
const CLOUD_TOKEN_MS = 3_600_000;
const CLOUD_AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

export interface RealtimeTokens {
  config: RealtimeConfig;
  /** `until` is a wish: Google's tokens live for an hour. */
  sign(claims: RealtimeClaims, times: { now: Date; until: Date }): Promise<{ token: string; expiresAt: Date }>;
}

/** Signs what browsers show to read live documents: to the built-in engine as it is, to Google in exchange for a sign-in. */
export function createRealtimeTokens(realtime: RealtimeEnv): RealtimeTokens {
  return realtime.kind === 'cloud' ? cloudTokens(realtime) : embeddedTokens(realtime);
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

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
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(until))
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
  // A key that is no key is told at the first token, not as an error that nobody waits for.
  key.catch(() => {});
  return {
    config: { kind: 'cloud', projectId, apiKey, authDomain, appId },
    async sign({ userId, sessionId, rooms }, { now }) {
      const expiresAt = new Date(now.getTime() + CLOUD_TOKEN_MS);
      const token = await new SignJWT({ uid: userId, claims: claimsOf({ sessionId, rooms }) })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setSubject(account.clientEmail)
        .setIssuer(account.clientEmail)
        .setAudience(CLOUD_AUDIENCE)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(expiresAt))
        .sign(await key);
      return { token, expiresAt };
    },
  };
}
