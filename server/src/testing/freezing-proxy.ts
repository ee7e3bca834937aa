import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy {
  url: string;
  /**
   * Holds each connection that sends one of these texts, and freezes all connections, also new ones, once each text was
   * sent. Resolves then.
   */
  freezeAfter(texts: RegExp[]): Promise<void>;
  /** Passes on what was held, and everything after it. */
  thaw(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of PostgreSQL that stops to pass bytes, as a database does whose disk or network hangs. */
export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl);
  const connections = new Set<{ client: Socket; upstream: Socket; held: Buffer[] }>();
  let isFrozen = false;
  let awaited: RegExp[] = [];
  let seen = new Set<RegExp>();
  let froze = () => {};

  function freeze(): void {
    isFrozen = true;
    for (const { client, upstream } of connections) for (const socket of [client, upstream]) socket.pause();
    froze();
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const connection = { client, upstream, held: [] as Buffer[] };
    connections.add(connection);
    client.on('data', (chunk: Buffer) => {
      const text = awaited.find((one) => one.test(chunk.toString('latin1')));
      if (!text) {
        upstream.write(chunk);
        return;
      }
      connection.held.push(chunk);
      client.pause();
      seen.add(text);
      if (!isFrozen && seen.size === awaited.length) freeze();
    });
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        connections.delete(connection);
        client.destroy();
        upstream.destroy();
      });
      if (isFrozen) socket.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    freezeAfter(texts) {
      awaited = texts;
      seen = new Set();
      return new Promise((resolve) => {
        froze = resolve;
      });
    },
    thaw() {
      isFrozen = false;
      awaited = [];
      for (const { client, upstream, held } of connections) {
        for (const chunk of held.splice(0)) upstream.write(chunk);
        for (const socket of [client, upstream]) socket.resume();
      }
    },
    async close() {
      for (const { client } of connections) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
