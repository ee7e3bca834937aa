import { join } from 'node:path';

import { apiPlugin } from '../../api/src/app';
import { DEMO_PASSWORD, demoPeople, type DemoPerson } from '../../api/src/demo/demo-people';
import { type Env, readEnv } from '../../api/src/env';
import { onClientError } from '../../api/src/http/error-handler';
import { apiServerOptions } from '../../api/src/http/server-options';
import { fillCategories } from '../../api/src/modules/categories/first-categories';
import { fillPlans } from '../../api/src/modules/subscriptions/plans/first-plans';
import { createDb, createPool } from '../../api/src/platform/database/db';
import { migrate } from '../../api/src/platform/database/migrate';
import { createLogger } from '../../api/src/platform/logger';
import { readReleaseKey } from '../../shell/server/releases/release-key';
import { readWebEnv, type WebEnv } from '../../shell/server/web-env';
import { createWebServer, type WebServerOptions } from '../../shell/server/web-server';
import { announce } from './announce.mjs';
import { CloseStack } from './close-stack.mjs';
import { readConfiguration, takenPort } from './configuration.mjs';
import { startDemo } from './demo';
import { limitHeapGrowth } from './heap-limit';
import { startLiveDocuments } from './live-documents/live-documents';
import { startMail } from './mail';
import { startMedia } from './media/media';
import { startPayments } from './payments/payments';
import { ProcessLifecycle } from './process-lifecycle.mjs';
import { startReleases } from './releases';
import { remotePackages } from './remote-packages.mjs';
import { root } from './root.mjs';
import { keepShellFiles } from './shell-files';
import { UserFacingError } from './user-facing-error.mjs';

export interface ServerOptions {
  /** Absolute path of the product's data folder. */
  dataDir: string;
  /** Configuration by its public names; DATABASE_URL is always set. */
  env: Record<string, string | undefined>;
  isEmbeddedDatabase: boolean;
  /** Folders of the remotes whose builds are released at start; defaults to all in the repository. */
  remotes?: string[];
  /** Folder of the built shell; defaults to that of the repository. */
  shellDir?: string;
  /** Where the page loads files served by dev servers. */
  development?: WebServerOptions['development'];
}

export interface RunningServer {
  url: string;
  /** The demo accounts, when the demo is on. */
  demo: { people: readonly DemoPerson[]; password: string } | null;
  /** URL of the page with caught mails; null when mails are sent for real. */
  mailUrl: string | null;
  /** URL of the embedded engine of live documents; null without one. */
  liveUrl: string | null;
  /** Finishes the requests in progress, then closes the port and the database connections. */
  close(): Promise<void>;
}

/**
 * Starts the product: the web server with the api in this process, and the engines of live documents and of media in
 * processes of their own. First it migrates the database, fills the demo and releases the workspace builds. If a part fails to start,
 * everything is closed again.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  limitHeapGrowth();
  const { logLevel } = readEnv({ ...options.env, DATA_DIR: options.dataDir });
  const logger = createLogger({ level: logLevel });
  const parts = new CloseStack();
  try {
    return await startParts(options, parts, logger);
  } catch (error) {
    await parts
      .close()
      .catch((err: unknown) => logger.error({ err }, 'a resource of the failed start cannot be closed'));
    throw error;
  }
}

const built = (name: string) => join(root, 'server', 'dist', `${name}.mjs`);
/** The program that makes the videos of archives. */
const composer = built('composer');
const liveEngine = built('live-engine');
const mediaEngine = built('media-engine');
/** The program that runs the code of remotes to draw pages. */
const pageRenderer = built('page-renderer');

/** Starts the parts in order; each one is closed before its dependencies. */
async function startParts(
  options: ServerOptions,
  parts: CloseStack,
  logger: ReturnType<typeof createLogger>,
): Promise<RunningServer> {
  const { dataDir, env, isEmbeddedDatabase, development } = options;
  const { shellDir = join(root, 'shell', 'dist'), remotes = remotePackages.map((name) => join(root, name)) } = options;
  const { port, host, publicUrl } = readWebEnv(env);
  const { databaseUrl, databasePoolMax, platformFeePercent: feePercent } = readEnv({ ...env, DATA_DIR: dataDir });

  const mail = await startMail({ env, port, host, dataDir });
  parts.defer(() => mail?.close());

  const pool = createPool(databaseUrl, { max: databasePoolMax });
  parts.defer(() => pool.end());
  await prepareDatabase(pool);

  // Most of a start is waiting for the engines' processes: they start beside each other and beside the demo.
  const liveStart = parts.opening(
    startLiveDocuments({ env, port, host, publicUrl, databaseUrl, script: liveEngine, logger }),
  );
  const mediaStart = parts.opening(startMedia({ env, port, host, publicUrl, dataDir, script: mediaEngine, logger }));

  const payments = await startPayments({ env, port, host, publicUrl, dataDir, pool, logger });
  parts.defer(() => payments?.close());

  const demoMediaDir = join(root, 'api', 'src', 'demo', 'assets');
  const demo = await startDemo({ pool, env, isEmbeddedDatabase, payments, feePercent, mediaDir: demoMediaDir, logger });
  parts.defer(() => demo?.stop());

  const [live, media] = await Promise.all([liveStart, mediaStart]);
  const webEnv = readWebEnv({ ...env, ...payments?.env, ...media?.env });
  const releaseKey = readReleaseKey(webEnv.releaseSigningKey ?? '');
  const releases = await startReleases({ pool, key: releaseKey, dataDir, remotes, logger });
  parts.defer(() => releases.stop());

  const shellsDir = join(dataDir, 'shells');
  if (!development?.shell) await keepShellFiles({ shellDir, shellsDir });

  const engines = { COMPOSER_SCRIPT: composer, ...live?.env, ...payments?.env, ...media?.env };
  const apiEnv = readEnv({ ...env, DATA_DIR: dataDir, ...engines, ...(mail && { SMTP_URL: mail.smtpUrl }) });
  const server = await createWebServer({
    env: live ? withLiveOrigin(webEnv, live.origin) : webEnv,
    api: webEnv.apiUrl ? { url: webEnv.apiUrl } : apiInProcess(pool, apiEnv),
    pool,
    releaseKey,
    releases,
    isDemo: demo !== null,
    logger,
    shellDir,
    shellsDir,
    releasesDir: releases.dir,
    rendererScript: pageRenderer,
    registryFile: join(dataDir, 'last-registry.json'),
    mediaDir: join(root, 'shell', 'server', 'media'),
    demoMediaDir,
    ...(development && { development }),
  });
  parts.defer(() => server.close());
  await listen(server, port, host);
  demo?.makeVideos(apiEnv.storageUrl);

  return {
    url: publicUrl,
    demo: demo && { people: demoPeople, password: DEMO_PASSWORD },
    mailUrl: mail?.pageUrl ?? null,
    liveUrl: live?.env.FIRESTORE_ENGINE_URL ?? null,
    close: () => parts.close(),
  };
}

async function listen(server: Awaited<ReturnType<typeof createWebServer>>, port: number, host: string): Promise<void> {
  await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? takenPort(port) : error;
  });
}

async function prepareDatabase(pool: ReturnType<typeof createPool>): Promise<void> {
  await migrate(pool, join(root, 'api', 'migrations'));
  await fillCategories(pool);
  await fillPlans(pool);
}

const apiInProcess = (pool: ReturnType<typeof createPool>, env: Env): WebServerOptions['api'] => ({
  plugin: apiPlugin({ db: createDb(pool), pool, env }),
  options: { ...apiServerOptions, clientErrorHandler: onClientError },
});

/** Allows pages to connect to the embedded engine of live documents. */
const withLiveOrigin = (env: WebEnv, origin: string): WebEnv => ({
  ...env,
  policySources: { ...env.policySources, connect: [...env.policySources.connect, origin] },
});

/** Runs the product until a stop signal, on the database in DATABASE_URL. Called by `server/start.mjs`. */
export async function runServer(): Promise<void> {
  const lifecycle = new ProcessLifecycle();
  try {
    const { dataDir, env } = await readConfiguration(process.env);
    if (!env['DATABASE_URL'])
      throw new UserFacingError('Set DATABASE_URL to a PostgreSQL 18: only "npm start" starts an embedded one.');
    const server = await startServer({ dataDir, env, isEmbeddedDatabase: false });
    lifecycle.atEnd(() => server.close());
    lifecycle.throwIfOver();
    announce(server);
  } catch (error) {
    await lifecycle.fail(error);
  }
}
