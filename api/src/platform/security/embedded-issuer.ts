import { createHash } from 'node:crypto';

import { getUnixTime } from 'date-fns';
import { secondsInHour } from 'date-fns/constants';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';

import type { Clock } from '../clock';
import { issuerOf } from './identity-provider';

/** The project id that the embedded issuer uses. */
export const EMBEDDED_PROJECT = 'manabiba-local';
const KEY_ID = 'embedded';

/**
 * An identity provider for a machine without one: it signs tokens for any address, with keys generated on first use and
 * kept for the lifetime of the process. Its tokens have Firebase's format and are verified the same way. Never
 * available in production.
 */
export function createEmbeddedIssuer({ clock }: { clock: Clock }) {
  let making: ReturnType<typeof make> | undefined;
  async function make() {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    return { privateKey, keySet, find: createLocalJWKSet(keySet) };
  }
  const ready = () => (making ??= make());
  const keys: JWTVerifyGetKey = async (header, token) => (await ready()).find(header, token);

  return {
    keys,
    /** The published key set. */
    keySet: async () => (await ready()).keySet,
    /** Issues an ID token for an e-mail address, valid for an hour. */
    async issue({ email, name }: { email: string; name: string }): Promise<string> {
      const { privateKey } = await ready();
      const now = getUnixTime(clock.now());
      const subject = createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 28);
      return new SignJWT({
        email,
        email_verified: true,
        name,
        auth_time: now,
        firebase: { sign_in_provider: 'google.com' },
      })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
        .setIssuer(issuerOf(EMBEDDED_PROJECT))
        .setAudience(EMBEDDED_PROJECT)
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(now + secondsInHour)
        .sign(privateKey);
    },
  };
}
