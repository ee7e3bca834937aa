import type { EngineLogger, Patience } from '@manabiba/engine-process/supervise';
import { tracingSettings } from '@manabiba/telemetry/start-tracing';

import { cannotStart } from '../cannot-start';
import { portAtOffset } from '../listen-port';
import { startLiveEngine } from './engine-process';

/** Port offset of the engine. It has its own port because a browser allows six connections per origin. */
const OFFSET = 1;

interface LiveDocumentsDeps {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  databaseUrl: string;
  /** The built program of the engine process. */
  script: string;
  logger: EngineLogger;
  patience?: Partial<Patience>;
  /** Whether others rely on the engine at its port: it does not move, and a failure to start is the caller's. */
  isRequired?: boolean;
}

export interface LiveDocuments {
  /** The engine's part of the api configuration. */
  env: { FIRESTORE_ENGINE_URL: string; FIRESTORE_ENGINE_PUBLIC_URL: string };
  /** The current engine process. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Runs the embedded engine of live documents when neither Cloud Firestore nor an external engine is configured.
 * Production requires FIRESTORE_ENGINE=on. A taken port is replaced by a free one. When the engine cannot start, for
 * example because another process uses the same documents, the product runs without live documents.
 */
export async function startLiveDocuments({
  env,
  port,
  host,
  publicUrl,
  databaseUrl,
  script,
  logger,
  patience,
  isRequired = false,
}: LiveDocumentsDeps): Promise<LiveDocuments | null> {
  const secret = env['REALTIME_SECRET'];
  const isWanted =
    env['NODE_ENV'] === 'production' ? env['FIRESTORE_ENGINE'] === 'on' : env['FIRESTORE_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['FIRESTORE_PROJECT'] || env['FIRESTORE_ENGINE_URL']) return null;
  try {
    const engine = await startLiveEngine({
      script,
      logger,
      ...(patience && { patience }),
      options: {
        databaseUrl,
        secret,
        origin: new URL(publicUrl).origin,
        tracing: tracingSettings(env),
        port: portAtOffset(port, OFFSET),
        host,
        canMove: !isRequired,
      },
    });
    // Pages reach it under the product's own host name.
    const origin = `http://${new URL(publicUrl).hostname}:${new URL(engine.url).port}`;
    return {
      env: {
        FIRESTORE_ENGINE_URL: engine.url,
        FIRESTORE_ENGINE_PUBLIC_URL: env['FIRESTORE_ENGINE_PUBLIC_URL'] || origin,
      },
      get pid() {
        return engine.pid;
      },
      close: () => engine.close(),
    };
  } catch (err) {
    if (isRequired) throw cannotStart('The engine of live documents', err);
    logger.error(
      { err },
      'live documents cannot be served by this process: set FIRESTORE_ENGINE_URL to the engine that serves them, or set FIRESTORE_ENGINE=off',
    );
    return null;
  }
}
