import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyProxy {
  url: string;
  /** Where requests are forwarded. */
  target: { host: string; port: number };
  /** Number of requests still forwarded; later ones are lost. */
  left: number;
  /** What is lost: the request or the answer. */
  loses: 'request' | 'answer';
  /** Awaited before the answer to a path is passed on. */
  beforeAnswer?: (path: string) => Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy between the product and its provider that loses what a crash or a broken connection would lose. */
export async function startLossyProxy(): Promise<LossyProxy> {
  const proxy: Omit<LossyProxy, 'close'> = {
    url: '',
    target: { host: '127.0.0.1', port: 0 },
    left: Number.POSITIVE_INFINITY,
    loses: 'request',
  };
  const server = createServer((incoming, outgoing) => {
    const isLost = proxy.left <= 0;
    proxy.left -= 1;
    if (isLost && proxy.loses === 'request') {
      incoming.socket.destroy();
      return;
    }
    const forwarded = request(
      { ...proxy.target, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        if (isLost) {
          answer.resume();
          answer.on('end', () => incoming.socket.destroy());
          return;
        }
        void (proxy.beforeAnswer?.(incoming.url ?? '') ?? Promise.resolve()).then(() => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        });
      },
    );
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(proxy, {
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
