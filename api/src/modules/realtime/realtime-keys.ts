import { deriveKey } from '../../platform/security/sealed-text';

/** With this header a request to the built-in engine proves that it comes from the api. */
export const ENGINE_SERVER_HEADER = 'x-manabiba-server';
/** Who makes the tokens that browsers show to the engine, and for whom. */
export const REALTIME_ISSUER = 'manabiba';
export const REALTIME_AUDIENCE = 'manabiba-realtime';
export const REALTIME_ALGORITHM = 'HS256';

/** The keys between api and engine, all out of one secret: one signs what browsers show, the other is the api's own. */
export function realtimeKeys(secret: string): { tokenKey: Uint8Array; serverSecret: string } {
  return {
    tokenKey: new Uint8Array(deriveKey(secret, 'realtime tokens')),
    serverSecret: deriveKey(secret, 'realtime engine server').toString('base64url'),
  };
}
