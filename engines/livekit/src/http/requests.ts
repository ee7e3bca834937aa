import type { IncomingMessage, ServerResponse } from 'node:http';

import { TwirpError } from '../twirp/twirp-error';

/** Reads a body of at most `maxBytes`. Rejects with a `TwirpError` when it is longer or cut off. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((done, fail) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) {
        request.pause();
        fail(new TwirpError('malformed', 'The body is too large.'));
      } else parts.push(part);
    });
    request.on('end', () => done(Buffer.concat(parts)));
    request.on('close', () => fail(new TwirpError('malformed', 'The body is incomplete.')));
    request.on('error', () => fail(new TwirpError('malformed', 'The body is incomplete.')));
  });
}

/** Responds to a request. Closes the connection if its body was not read completely. */
export function answer(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  contentType = 'text/plain; charset=utf-8',
): void {
  if (response.headersSent) return;
  if (!response.req.complete) response.setHeader('connection', 'close');
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    // Pages request this path to learn why their WebSocket was rejected.
    'access-control-allow-origin': '*',
  });
  response.end(body);
}
