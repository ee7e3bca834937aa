import { createHash } from 'node:crypto';

import { deriveKey, keyedDigest } from '../../platform/security/text-encryption';

export interface GuestTokens {
  /** Returns the token that opens a guest's participation: always the same one. */
  tokenOf(participationId: string): string;
  /** Returns the hash that is stored. */
  hashOf(token: string): string;
}

/**
 * Tokens are derived, so that every mail can contain the link while the database stores nothing that opens a ticket.
 */
export function createGuestTokens(secret: string, use = 'guest tickets'): GuestTokens {
  const key = deriveKey(secret, use);
  return {
    tokenOf: (participationId) => keyedDigest(key, participationId),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
