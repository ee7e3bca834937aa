import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { isOwnHost } from '../policy/host-check';
import type { WebEnv } from '../web-env';
import { forwardSocket } from './forward-socket';

/**
 * Paths of LiveKit's signalling: WebSockets, and the requests by which a client learns why its WebSocket was refused.
 */
const SOCKET_PATHS = new Set(['/rtc', '/rtc/v1']);
const VALIDATE_PATHS = ['/rtc/validate', '/rtc/v1/validate'];
const CONNECT_MS = 10_000;

/**
 * Serves the signalling of the embedded media engine on the product's own origin. A page served over https needs no
 * second port and no second certificate for voice and video; the media itself goes directly to the engine's UDP port.
 */
export function serveMediaSignalling(app: FastifyInstance, engineUrl: string, env: WebEnv): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!SOCKET_PATHS.has(pathOf(request)) || request.headers.upgrade?.toLowerCase() !== 'websocket')
      return answerNormally(app, request, socket);
    if (!isOwnHost(request.headers.host, env)) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    forwardSocket(engineUrl, request, socket, head);
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
  for (const path of VALIDATE_PATHS)
    app.get(path, async (request, reply) => {
      try {
        const response = await fetch(new URL(request.raw.url ?? path, engineUrl), {
          headers: { authorization: request.headers.authorization ?? '' },
          signal: AbortSignal.timeout(CONNECT_MS),
        });
        return await reply
          .code(response.status)
          .type('text/plain; charset=utf-8')
          .send(await response.text());
      } catch {
        return reply.code(503).type('text/plain; charset=utf-8').send('The media server cannot be reached.');
      }
    });
}

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] as string;

/** A request with an offer to change the protocol that is not accepted is a normal request. */
function answerNormally(app: FastifyInstance, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as never);
  response.on('finish', () => socket.end());
  app.server.emit('request', request, response);
}
