import { isIP } from 'node:net';

import { notOffered } from '../../../platform/app-error';

/** What a passkey belongs to: the domain for which browsers offer it, and the only origin whose answers count. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Returns the relying party of the product's public URL; null at an IP address, for which there are no passkeys. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}

/** Throws `unavailable` where there are no passkeys. */
export function requireParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw notOffered('この環境では、パスキーをご利用いただけません。');
  return party;
}

/** By which an authenticator knows the account. */
export const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');
