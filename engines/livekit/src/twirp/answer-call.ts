import type { IncomingMessage, ServerResponse } from 'node:http';

import { tokenOf } from '../http/admission';
import { answer, readBody } from '../http/requests';
import type { Counters } from '../metrics';
import { type AccessTokens, InvalidToken } from '../tokens/access-tokens';
import type { Call, Service } from './call';
import { egressService } from './egress-service';
import { roomService } from './room-service';
import { TwirpError } from './twirp-error';

/** Path prefix of all services; `<service>/<method>` follows. */
export const TWIRP_PATH = '/twirp/livekit.';
const SERVICES: Readonly<Record<string, ReadonlyMap<string, Call<unknown>>>> = {
  RoomService: roomService,
  Egress: egressService,
};

interface CallDeps extends Service {
  readonly tokens: AccessTokens;
  readonly counters: Counters;
  onFailure(failure: unknown): void;
}

/** Responds to a call of the room or the egress service, in the format of the request: JSON or protobuf. */
export async function answerCall(
  deps: CallDeps,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
): Promise<void> {
  const { counters } = deps;
  const isBinary = request.headers['content-type']?.startsWith('application/protobuf') ?? false;
  try {
    const result = await run(deps, request, method, isBinary);
    counters.add('twirp', 'ok');
    // The SDK compares the content type exactly, so it has no charset.
    if (isBinary) answer(response, 200, result.toBinary(), 'application/protobuf');
    else answer(response, 200, result.toJsonString(), 'application/json');
  } catch (failure) {
    if (!(failure instanceof TwirpError)) deps.onFailure(failure);
    const refusal = failure instanceof TwirpError ? failure : new TwirpError('internal', 'internal error');
    counters.add('twirp', refusal.code);
    answer(response, refusal.status, JSON.stringify({ code: refusal.code, msg: refusal.message }), 'application/json');
  }
}

/** Runs a call. The caller is authenticated before the body is read. */
async function run(deps: CallDeps, request: IncomingMessage, method: string, isBinary: boolean) {
  const [service = '', name = ''] = method.split(/\/(.*)/s);
  const calls = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined;
  const call = request.method === 'POST' ? calls?.get(name) : undefined;
  if (!call) throw new TwirpError('bad_route', `There is no method ${request.method} ${method.slice(0, 64)}.`);
  const { video } = await deps.tokens.verify(tokenOf(request, new URLSearchParams())).catch((failure: unknown) => {
    if (failure instanceof InvalidToken) throw new TwirpError('unauthenticated', failure.message);
    throw failure;
  });
  if (video[call.grant] !== true) throw new TwirpError('unauthenticated', `The token needs the grant ${call.grant}.`);
  const body = await readBody(request, deps.limits.maxTwirpBytes);
  let message: unknown;
  try {
    message = isBinary
      ? call.request.fromBinary(body)
      : call.request.fromJsonString(body.toString('utf8'), { ignoreUnknownFields: true });
  } catch {
    throw new TwirpError('malformed', 'The request cannot be read.');
  }
  if (call.grant === 'roomAdmin' && video.room !== call.roomOf(message))
    throw new TwirpError('unauthenticated', 'The token is for another room.');
  return await call.run(deps, message);
}
