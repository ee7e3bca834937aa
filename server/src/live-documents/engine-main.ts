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
 * The engine of live documents runs in its own process so that its load never blocks page requests. The parent is the
 * product, which starts it, receives its log and stops it; the engine exits when its parent is gone.
 */

/** The engine's own schema in the product's database. */
const SCHEMA = 'firestore';
/** The project id that clients use. */
const PROJECT = 'manabiba';
/** How long to wait for a port still held by the previous process, which exits by itself when its product is killed. */
const PORT_WAIT_MS = { first: 2000, again: 5000 };
const PORT_RETRY_MS = 100;
/** How long clients have to receive the request to reconnect once the product is gone. */
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

/** Errors lose their message when sent to another process. */
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
      onTrouble: (err) => logger.error({ err }, 'the database of live documents is unreachable'),
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

/**
 * Listens on the previous process's port as soon as it is released; at the first start, a port that stays taken is
 * replaced by a free one.
 */
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

/** Asks clients to reconnect, then releases the port and the database. */
async function end(): Promise<never> {
  await engine?.close().catch(() => undefined);
  await pool?.end().catch(() => undefined);
  process.exit(0);
}

/** Replies at once: an unavailable database must not look like a hanging process. */
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
// A terminal or service manager signals the whole process group; the product stops this process in order.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
