import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The simple query `commit`, as the client of a unit of work sends it. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

export type HoldAt = 'the commit' | 'its answer' | 'nothing';

export interface CommitProxy {
  url: string;
  /** Pauses the next unit of work at this point; resolves once one is paused there. */
  hold(at: HoldAt): Promise<void>;
  close(): Promise<void>;
}

/** A proxy in front of PostgreSQL that pauses a unit of work right before or right after its commit. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let at: HoldAt = 'nothing';
  let reached = () => {};

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isHeld = false;
    let isAnswerHeld = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (isHeld) return;
      if (at !== 'nothing' && chunk.includes(COMMIT)) {
        if (at === 'the commit') {
          isHeld = true;
          reached();
          return;
        }
        isAnswerHeld = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (isAnswerHeld) reached();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    hold(where) {
      at = where;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
