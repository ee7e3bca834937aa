import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { LivekitLimits } from '../options';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

/**
 * Limits the connections of a server: responds to clients that do not speak HTTP and disconnects them, and closes the
 * connection that has been idle longest when too many are idle. WebSockets do not count as idle.
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

/** Sends a response and closes both directions: otherwise a client that keeps its side open would hold the socket. */
export function refuse(socket: Duplex, answer: string): void {
  if (socket.writable) socket.write(answer);
  if (socket instanceof Socket) socket.destroySoon();
  else socket.destroy();
}
