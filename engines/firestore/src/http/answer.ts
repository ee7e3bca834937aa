import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Counters } from '../metrics';
import { handleRest } from '../rest/rest-handler';
import { invalidArgument, StatusError } from '../status';
import type { Channels } from '../webchannel/channels';
import { sendError } from './bodies';
import { allowOrigin, answerPreflight, type Origins } from './cors';
import { limitedLog } from './limited-log';

const CHANNEL_PATH = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;

interface Answering {
  origins: Origins;
  channels: Channels;
  rest: Parameters<typeof handleRest>[0];
  onRefused: (refusal: StatusError, request: IncomingMessage) => void;
  onFailure: (failure: unknown) => void;
}

/** Returns the request listener of the HTTP server: WebChannel streams and REST calls. */
export function answerRequests({ origins, channels, rest, onRefused, onFailure }: Answering) {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!allowOrigin(request, response, origins))
      throw new StatusError('PERMISSION_DENIED', 'This origin may not call.');
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    const url = addressOf(request);
    const kind = CHANNEL_PATH.exec(url.pathname)?.[1];
    if (kind === 'Listen' || kind === 'Write') return channels.handle(kind, url.searchParams, request, response);
    if (url.pathname.startsWith('/v1/')) return handleRest(rest, url, request, response);
    throw new StatusError('NOT_FOUND', 'Not found.');
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await respond(request, response);
    } catch (failure) {
      if (failure instanceof StatusError) onRefused(failure, request);
      else onFailure(failure);
      sendError(
        response,
        failure instanceof StatusError ? failure : new StatusError('INVALID_ARGUMENT', 'The request cannot be read.'),
      );
    }
  };
}

/** Counts rejected requests and rejected stream messages, and logs a limited number of each. */
export function refusalLog(
  logger: { warn(details: object, message: string): void } | undefined,
  counters: Counters,
  now: () => number,
) {
  const warn = limitedLog((details, message) => logger?.warn(details, message), now);
  const onRefused = ({ status, message }: StatusError, request: IncomingMessage) => {
    // The client has closed the connection; nothing was rejected.
    if (status === 'CANCELLED') return;
    counters.addRefused(status);
    warn(
      { status, reason: message, method: request.method, path: request.url?.split('?')[0] },
      'A request to the Firestore engine was refused.',
    );
  };
  const onRefusedIn =
    (stream: string) =>
    ({ status, message }: StatusError) => {
      counters.addRefused(status);
      warn({ status, reason: message, stream }, 'A message to the Firestore engine was refused.');
    };
  return { onRefused, onRefusedIn };
}

/** Parses the URL of a request. Throws INVALID_ARGUMENT when it is malformed. */
function addressOf({ url = '/' }: IncomingMessage): URL {
  try {
    return new URL(url, 'http://engine');
  } catch {
    throw invalidArgument('The address of the request cannot be read.');
  }
}
