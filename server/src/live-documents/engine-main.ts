import { createFirestoreEngine, type EngineLogger, type FirestoreEngine } from '@manabiba/engine-firestore/engine';
import { postgresStorage } from '@manabiba/engine-firestore/postgres-storage';

import {
  ENGINE_SERVER_HEADER,
  REALTIME_ALGORITHM,
  REALTIME_AUDIENCE,
  REALTIME_ISSUER,
  realtimeKeys,
} from '../../../api/src/modules/realtime/realtime-keys';
import { createPool, type Pool } from '../../../api/src/platform/database/db';
import { limitHeapGrowth } from '../heap-limit';
import type { FromLiveEngine, LiveEngineOptions, ToLiveEngine } from './engine-messages';
import { authorizeLiveRequest, permitLiveRequest, rightsChangedBy } from './rules';

/*
 * The engine of live documents, a process of its own: whatever it is asked for, pages are answered. Its parent is the
 * product, which starts it, hears its log and ends it; without its parent it ends by itself.
 */

/** The engine's own schema in the product's database. */
const SCHEMA = 'firestore';
/** What the engine is called by its clients. */
const PROJECT = 'manabiba';
/** How long a port may still be held by the process before this one, which ends by itself when its product is killed. */
const PORT_WAIT_MS = { first: 2000, again: 5000 };
const PORT_RETRY_MS = 100;
/** How long clients have to hear that they should come back, once the product is gone. */
const ORPHAN_MS = 1500;

limitHeapGrowth();
const tell = (message: FromLiveEngine) => {
  if (process.connected) process.send?.(message);
};
const log = (level: 'warn' | 'error') => (details: object, message: string) =>
  tell({ type: 'log', level, details: readable(details), message });
const logger: EngineLogger = { warn: log('warn'), error: log('error') };

let engine: FirestoreEngine | undefined;
let pool: Pool | undefined;

/** Errors lose their text on the way to another process. */
function readable(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]: [string, unknown]) => [
      key,
      value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
    ]),
  );
}

async function start({ databaseUrl, secret, origin, port, host, canMove }: LiveEngineOptions): Promise<void> {
  const { tokenKey, serverSecret } = realtimeKeys(secret);
  pool = createPool(databaseUrl, { max: 2 });
  engine = await createFirestoreEngine({
    projectId: PROJECT,
    storage: postgresStorage(pool, {
      schema: SCHEMA,
      onTrouble: (err) => logger.error({ err }, 'the database of live documents is away'),
    }),
    auth: {
      key: tokenKey,
      algorithms: [REALTIME_ALGORITHM],
      issuer: REALTIME_ISSUER,
      audience: REALTIME_AUDIENCE,
      server: { header: ENGINE_SERVER_HEADER, secret: serverSecret },
    },
    authorize: authorizeLiveRequest,
    permits: permitLiveRequest,
    rightsChangedBy,
    origins: [origin],
    logger,
  });
  tell({ type: 'listening', url: await listen(engine, port, host, canMove) });
}

/** On the port of the process before, as soon as that has let go of it; at the first start a port that stays taken is replaced by a free one. */
async function listen(starting: FirestoreEngine, port: number, host: string, canMove: boolean): Promise<string> {
  const deadline = Date.now() + (canMove ? PORT_WAIT_MS.first : PORT_WAIT_MS.again);
  for (;;) {
    try {
      return await starting.listen(port, host);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      if (Date.now() >= deadline) {
        if (canMove) return starting.listen(0, host);
        throw error;
      }
      await new Promise((done) => {
        setTimeout(done, PORT_RETRY_MS);
      });
    }
  }
}

/** Tells clients to come back and lets go of port and database. */
async function end(): Promise<never> {
  await engine?.close().catch(() => undefined);
  await pool?.end().catch(() => undefined);
  process.exit(0);
}

/** Answers at once: a database that is away must not look like a process that hangs. */
async function pong(): Promise<void> {
  tell({ type: 'pong' });
  const failure = await engine?.health().then(
    () => null,
    (error: Error) => error.message,
  );
  tell({ type: 'health', failure: failure ?? null });
}

process.on('message', (message: ToLiveEngine) => {
  if (message.type === 'ping') void pong();
  else if (message.type === 'close') void end();
  else {
    start(message.options).catch(({ message: reason, stack }: Error) => {
      tell({ type: 'failed', error: { message: reason, stack } });
      void end();
    });
  }
});
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), ORPHAN_MS).unref();
  void end();
});
// A terminal and a service manager signal the whole group: the product ends this process when its turn comes.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
