import type { EngineLogger } from '@manabiba/engine-firestore/engine';

import { portBeside } from '../listen-beside';
import { type Patience, startLiveEngine } from './engine-process';

/** Port of the engine, counted from the product's own: a browser allows six connections to a port. */
const OFFSET = 1;

interface Surroundings {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  databaseUrl: string;
  /** The built program of the engine's process. */
  script: string;
  logger: EngineLogger;
  patience?: Partial<Patience>;
}

export interface LiveDocuments {
  /** What the api's configuration says about them. */
  env: { FIRESTORE_ENGINE_URL: string; FIRESTORE_ENGINE_PUBLIC_URL: string };
  /** Where browsers go. */
  origin: string;
  /** The process that serves them now. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Where neither Cloud Firestore nor an engine elsewhere is configured, live documents are served by a process of this
 * product's own. In production that must be asked for by name, with FIRESTORE_ENGINE=on. A taken port is replaced by a
 * free one. Where it cannot start, as beside another process that keeps the same documents, the product lives on without
 * live documents.
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
}: Surroundings): Promise<LiveDocuments | null> {
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
        port: portBeside(port, OFFSET),
        host,
        canMove: true,
      },
    });
    // Pages reach it under the product's own name.
    const origin = `http://${new URL(publicUrl).hostname}:${new URL(engine.url).port}`;
    return {
      env: {
        FIRESTORE_ENGINE_URL: engine.url,
        FIRESTORE_ENGINE_PUBLIC_URL: env['FIRESTORE_ENGINE_PUBLIC_URL'] || origin,
      },
      origin: new URL(env['FIRESTORE_ENGINE_PUBLIC_URL'] || origin).origin,
      get pid() {
        return engine.pid;
      },
      close: () => engine.close(),
    };
  } catch (err) {
    logger.error(
      { err },
      'live documents cannot be served from here: name the engine that serves them in FIRESTORE_ENGINE_URL, or set FIRESTORE_ENGINE=off',
    );
    return null;
  }
}
