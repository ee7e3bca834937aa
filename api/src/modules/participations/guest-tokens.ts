import { createHash } from 'node:crypto';

import { deriveKey, keyedDigest } from '../../platform/security/sealed-text';

export interface GuestTokens {
  /** The token that opens a participation of somebody without an account: the same one whenever it is asked for. */
  tokenOf(participationId: string): string;
  /** What is stored of it. */
  hashOf(token: string): string;
}

/** Tokens are computed, so that every mail can carry the link and the database holds nothing that opens a ticket. */
export function createGuestTokens(secret: string): GuestTokens {
  const key = deriveKey(secret, 'guest tickets');
  return {
    tokenOf: (participationId) => keyedDigest(key, participationId),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
