import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

/** Connection limits of a server. */
export interface SocketLimits {
  readonly maxSockets: number;
  /** Limit of idle connections, including those without a complete request. */
  readonly maxIdleSockets: number;
}

/**
 * Limits the connections of a server: a client that does not speak HTTP gets an answer and is disconnected, and when
 * too many connections are idle, the one idle for longest is closed.
 */
export function limitSockets(server: Server, { maxSockets, maxIdleSockets }: SocketLimits): void {
  server.maxConnections = maxSockets;
  server.on('clientError', (_error, socket) => refuse(socket));
  const idle = new Set<Socket>();
  const requests = new WeakMap<Socket, number>();
  const rest = (socket: Socket) => {
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
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left === 0) rest(socket);
    });
  });
}

/**
 * Answers a malformed request and closes both directions: otherwise a client that keeps its side open would hold the
 * socket.
 */
function refuse(socket: Duplex): void {
  if (socket.writable) socket.write(BAD_REQUEST);
  if (socket instanceof Socket) socket.destroySoon();
  else socket.destroy();
}
