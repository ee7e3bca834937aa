import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a new connection may send nothing, in milliseconds. */
const FIRST_REQUEST_MS = 60_000;
/** Requests of one connection that may wait for their answers. Browsers and proxies send one after the other. */
const MAX_PIPELINED = 16;

/**
 * Closes connections that never send a request, and those that send many without waiting for the answers. Node.js
 * limits the time of a request only once it has started.
 */
export function limitConnections(server: Server, { firstRequestMs = FIRST_REQUEST_MS } = {}): void {
  const unanswered = new WeakMap<Socket, number>();
  // Node.js destroys a socket at its timeout.
  server.on('connection', (socket: Socket) => socket.setTimeout(firstRequestMs));
  server.on('upgrade', ({ socket }) => socket.setTimeout(0));
  server.prependListener('request', ({ socket }, response) => {
    const before = unanswered.get(socket);
    if (before === undefined) socket.setTimeout(0);
    if ((before ?? 0) >= MAX_PIPELINED) return void socket.destroy();
    unanswered.set(socket, (before ?? 0) + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });
}
