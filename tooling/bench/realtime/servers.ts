import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createFirestoreEngine } from '@manabiba/engine-firestore/engine';
import { postgresStorage } from '@manabiba/engine-firestore/postgres-storage';
import { Pool } from 'pg';
import { WebSocketServer } from 'ws';

import { limitHeapGrowth } from '../../../server/src/heap-limit';

// One server of the benchmark, by its role: the engine on PostgreSQL, or a bare broadcast as the limit.
const [role, databaseUrl = '', secret = ''] = process.argv.slice(2);
// As in the product.
limitHeapGrowth();

async function startEngine(): Promise<string> {
  const engine = await createFirestoreEngine({
    projectId: 'bench',
    storage: postgresStorage(new Pool({ connectionString: databaseUrl }), { schema: 'engine_bench' }),
    auth: { key: Buffer.from(secret), algorithms: ['HS256'], server: { header: 'x-engine-secret', secret } },
    authorize: ({ operation }) => operation === 'listen',
    origins: [],
    limits: { maxChannelsPerUser: 5000 },
    logger: { warn: (details) => console.error(details), error: (details) => console.error(details) },
  });
  return engine.listen(0);
}

/** Broadcasts what is posted to every connection, and does nothing else. */
function startBroadcast(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = Buffer.concat(chunks);
      for (const client of sockets.clients) client.send(message, { binary: false });
      response.end('{}');
    });
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

process.send?.({ url: await (role === 'engine' ? startEngine() : startBroadcast()) });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rss: process.memoryUsage().rss });
});
