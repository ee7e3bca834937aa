import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy like those at some schools: it buffers the complete response before forwarding it, so nothing streams.
 */
export async function startHoldingProxy(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, connection: 'close' },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('error', () => outgoing.destroy());
        answer.on('data', (part: Buffer) => parts.push(part));
        const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
        answer.on('end', () =>
          outgoing.writeHead(answer.statusCode ?? 502, { ...headers, connection: 'close' }).end(Buffer.concat(parts)),
        );
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
