import type { IncomingMessage } from 'node:http';

import { ReconnectReason } from '@livekit/protocol';

import type { Rooms } from '../rooms/rooms';
import type { Entry } from '../signal/sessions';
import { type AccessTokens, InvalidToken } from '../tokens/access-tokens';

/** A rejected connection attempt, with the HTTP status to respond with. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: 401 | 404 | 429 | 503,
    /** The label in the metrics. */
    readonly kind: 'invalid_token' | 'no_grant' | 'revoked' | 'room_full' | 'too_many_rooms' | 'closing' | 'bad_path',
    message: string,
  ) {
    super(message);
  }
}

/** Returns the token of a request: browsers send it in the query, other clients in a header. */
export function tokenOf(request: IncomingMessage, query: URLSearchParams): string | undefined {
  const header = /^Bearer (\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
  return header ?? query.get('access_token') ?? undefined;
}

/** Decides whether a request may open a signal connection. Rejects with a `Refusal`. */
export async function admit(
  request: IncomingMessage,
  query: URLSearchParams,
  { tokens, rooms }: { tokens: AccessTokens; rooms: Rooms },
): Promise<Entry> {
  const claims = await tokens.verify(tokenOf(request, query)).catch((failure: unknown) => {
    if (failure instanceof InvalidToken) throw new Refusal(401, 'invalid_token', failure.message);
    throw failure;
  });
  const { identity, video } = claims;
  if (!video.roomJoin || !video.room || !identity)
    throw new Refusal(401, 'no_grant', 'The token does not allow to join a room.');
  if (rooms.isRevoked(video.room, claims)) throw new Refusal(401, 'revoked', 'The token was revoked.');
  if (rooms.isClosing) throw new Refusal(503, 'closing', 'The server is shutting down.');
  const room = rooms.get(video.room);
  if (room?.isFull && !room.participants.has(identity) && !video.hidden)
    throw new Refusal(429, 'room_full', 'The room is full.');
  if (!room && !rooms.hasSpace) throw new Refusal(429, 'too_many_rooms', 'There are too many rooms.');
  const isResuming = query.get('reconnect') === '1';
  return {
    claims,
    roomName: video.room,
    wishes: {
      autoSubscribe: query.get('auto_subscribe') !== '0' && query.get('auto_subscribe') !== 'false',
      clientProtocol: numberOf(query.get('client_protocol')),
    },
    resume: isResuming
      ? { sid: query.get('sid') ?? '', reason: numberOf(query.get('reconnect_reason')) as ReconnectReason }
      : undefined,
  };
}

const numberOf = (text: string | null) => (text && /^\d{1,4}$/.test(text) ? Number(text) : 0);
