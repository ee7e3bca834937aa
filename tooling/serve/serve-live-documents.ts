import { createFirestoreEngine, type EngineLogger, type FirestoreEngine } from '../../engines/firestore/src/engine';
import { postgresStorage } from '../../engines/firestore/src/storage/postgres-storage';
import { createPool } from '../../api/src/platform/db';
import { ENGINE_SERVER_HEADER, REALTIME_ALGORITHM, REALTIME_AUDIENCE, REALTIME_ISSUER, realtimeKeys } from '../../api/src/platform/realtime-keys';
import { livePermits, liveRules, rightsChangedBy } from './live-rules';

/** Port of the engine, counted from the product's own: a browser allows six connections to a port. */
const OFFSET = 1;
/** The engine's own schema in the product's database. */
const SCHEMA = 'firestore';
/** What the engine is called by its clients. */
const PROJECT = 'manabiba';

interface Surroundings {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  databaseUrl: string;
  logger: EngineLogger;
}

export interface LiveDocuments {
  /** What the api's configuration says about them. */
  env: { FIRESTORE_ENGINE_URL: string; FIRESTORE_ENGINE_PUBLIC_URL: string };
  /** Where browsers go. */
  origin: string;
  close(): Promise<void>;
}

/**
 * Where neither Cloud Firestore nor an engine elsewhere is configured, live documents are served from this process. In
 * production that must be asked for by name, with FIRESTORE_ENGINE=on. A taken port is replaced by a free one. Where it
 * cannot start, as beside another process that keeps the same documents, the product lives on without live documents.
 */
export async function serveLiveDocuments({ env, port, host, publicUrl, databaseUrl, logger }: Surroundings): Promise<LiveDocuments | null> {
  const secret = env['REALTIME_SECRET'];
  const isWanted = env['NODE_ENV'] === 'production' ? env['FIRESTORE_ENGINE'] === 'on' : env['FIRESTORE_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['FIRESTORE_PROJECT'] || env['FIRESTORE_ENGINE_URL']) return null;
  const { tokenKey, serverSecret } = realtimeKeys(secret);
  const pool = createPool(databaseUrl, { max: 2 });
  let engine: FirestoreEngine | undefined;
  const close = async () => {
    await engine?.close();
    await pool.end();
  };
  try {
    engine = await createFirestoreEngine({
      projectId: PROJECT,
      storage: postgresStorage(pool, { schema: SCHEMA, onTrouble: (err) => logger.error({ err }, 'the database of live documents is away') }),
      auth: { key: tokenKey, algorithms: [REALTIME_ALGORITHM], issuer: REALTIME_ISSUER, audience: REALTIME_AUDIENCE, server: { header: ENGINE_SERVER_HEADER, secret: serverSecret } },
      authorize: liveRules,
      permits: livePermits,
      rightsChangedBy,
      origins: [new URL(publicUrl).origin],
      logger,
    });
    const url = await listen(engine, port === 0 || port + OFFSET > 65_535 ? 0 : port + OFFSET, host);
    // Pages reach it under the product's own name.
    const origin = `http://${new URL(publicUrl).hostname}:${new URL(url).port}`;
    return {
      env: { FIRESTORE_ENGINE_URL: url, FIRESTORE_ENGINE_PUBLIC_URL: env['FIRESTORE_ENGINE_PUBLIC_URL'] || origin },
      origin: new URL(env['FIRESTORE_ENGINE_PUBLIC_URL'] || origin).origin,
      close,
    };
  } catch (err) {
    await close().catch(() => undefined);
    logger.error({ err }, 'live documents cannot be served from here: name the engine that serves them in FIRESTORE_ENGINE_URL, or set FIRESTORE_ENGINE=off');
    return null;
  }
}

/** A port that somebody else has is replaced by a free one. */
async function listen(engine: FirestoreEngine, port: number, host: string): Promise<string> {
  try {
    return await engine.listen(port, host);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return engine.listen(0, host);
  }
}
