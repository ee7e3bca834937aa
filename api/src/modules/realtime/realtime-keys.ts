import { deriveKey } from '../../platform/security/text-encryption';

/** Header that authenticates the api to the built-in engine. */
export const ENGINE_SERVER_HEADER = 'x-manabiba-server';
/** Issuer and audience of the tokens that browsers present to the engine. */
export const REALTIME_ISSUER = 'manabiba';
export const REALTIME_AUDIENCE = 'manabiba-realtime';
export const REALTIME_ALGORITHM = 'HS256';

/**
 * Derives both keys between api and engine from one secret: one signs browser tokens, the other authenticates the api.
 */
export function realtimeKeys(secret: string): { tokenKey: Uint8Array; serverSecret: string } {
  return {
    tokenKey: new Uint8Array(deriveKey(secret, 'realtime tokens')),
    serverSecret: deriveKey(secret, 'realtime engine server').toString('base64url'),
  };
}
