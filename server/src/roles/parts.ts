import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { readEnv } from '../../../api/src/env';
import { createLogger } from '../../../api/src/platform/logger';
import { readWebEnv } from '../../../shell/server/web-env';
import { CloseStack } from '../close-stack.mjs';
import { takenPort } from '../configuration.mjs';
import { limitHeapGrowth } from '../heap-limit';
import { root } from '../root.mjs';
import { closeWhileDraining, createDrain, type Drain } from './drain';
import { limitConnections } from './limit-connections';

/** The configuration of a process. */
export interface RoleOptions {
  /** Absolute path of the product's data folder. */
  dataDir: string;
  /** Configuration by its public names; DATABASE_URL is always set. */
  env: Record<string, string | undefined>;
}

/** What every role is started with. */
export interface RoleContext extends RoleOptions {
  /** Open resources; closed in reverse order. */
  parts: CloseStack;
  logger: ReturnType<typeof createLogger>;
  drain: Drain;
  port: number;
  host: string;
  publicUrl: string;
}

/** A running process of the product. */
export interface RunningRole {
  url: string;
  /** Reports not ready but keeps answering, for the configured time. */
  drain(): Promise<void>;
  /** Finishes the requests in progress, then closes the port and the database connections. */
  close(): Promise<void>;
}

/** Starts the parts of a role. If one fails to start, everything is closed again. */
export async function startParts<T extends object>(
  { env, dataDir }: RoleOptions,
  start: (context: RoleContext) => Promise<T>,
): Promise<T & RunningRole> {
  limitHeapGrowth();
  const logger = createLogger({ level: readEnv({ ...env, DATA_DIR: dataDir }).logLevel });
  const drain = createDrain(env);
  const { port, host, publicUrl } = readWebEnv(env);
  const parts = new CloseStack();
  try {
    const started = await start({ env, dataDir, parts, logger, drain, port, host, publicUrl });
    return { ...started, url: publicUrl, drain: () => drain.begin(), close: () => parts.close() };
  } catch (error) {
    await parts
      .close()
      .catch((err: unknown) => logger.error({ err }, 'a resource of the failed start cannot be closed'));
    throw error;
  }
}

/** Folder of the built shell. */
export const builtShellDir = join(root, 'shell', 'dist');

const built = (name: string) => join(root, 'server', 'dist', `${name}.mjs`);

/** The programs that run in processes of their own. */
export const programs = {
  liveEngine: built('live-engine'),
  mediaEngine: built('media-engine'),
  /** Runs the code of remotes to render pages. */
  pageRenderer: built('page-renderer'),
  /** Checks candidates of releases. */
  releaseGate: built('release-gate'),
  /** Makes the videos of archives. */
  composer: built('composer'),
  /** Speaks in a class of the demo. */
  demoSpeaker: built('demo-speaker'),
};

/** Listens on the port of the product. */
export async function serve(app: FastifyInstance, { parts, drain, port, host }: RoleContext): Promise<void> {
  parts.defer(() => app.close());
  closeWhileDraining(app, drain);
  limitConnections(app.server);
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? takenPort(port) : error;
  });
}
