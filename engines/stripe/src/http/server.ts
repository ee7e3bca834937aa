import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const MAX_CONNECTIONS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CLOSE_MS = 1000;

/** Creates a server that responds with 400 to invalid HTTP and limits the number of connections. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

/** Starts listening. Resolves to the URL, `http://127.0.0.1:4300`. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const { address, port: taken, family } = server.address() as AddressInfo;
      done(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });
}

/** Closes the server, waiting briefly for requests in progress. */
export async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  await closed;
  clearTimeout(timer);
}
