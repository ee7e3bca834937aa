import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { LivekitLimits } from '../options';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

/**
 * Limits the connections of a server: a client that does not speak HTTP gets an answer and is disconnected, and when
 * too many connections are idle, the one idle for longest is closed. WebSockets are not idle.
 */
export function limitSockets(
  server: Server,
  { maxSockets, maxIdleSockets }: Pick<LivekitLimits, 'maxSockets' | 'maxIdleSockets'>,
): void {
  server.maxConnections = maxSockets;
  server.on('clientError', (_error, socket) => refuse(socket, BAD_REQUEST));
  const idle = new Set<Duplex>();
  const rest = (socket: Duplex) => {
    if (socket.destroyed) return;
    idle.add(socket);
    const [longest] = idle;
    if (idle.size > maxIdleSockets && longest) {
      idle.delete(longest);
      longest.destroy();
    }
  };
  server.on('connection', (socket) => {
    rest(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('upgrade', (_request, socket) => idle.delete(socket));
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => rest(socket));
  });
}

/**
 * Answers and closes both directions: otherwise a client that keeps its side open would hold the socket.
 */
export function refuse(socket: Duplex, answer: string): void {
  if (socket.writable) socket.write(answer);
  if (socket instanceof Socket) socket.destroySoon();
  else socket.destroy();
}
