import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { apiPlugin } from '../api/src/app';
import { demoPeople, DEMO_PASSWORD, type DemoPerson } from '../api/src/demo/demo-people';
import { permitDemo, type DemoPermission } from '../api/src/demo/demo-permission';
import { keepDemo } from '../api/src/demo/keep-demo';
import { redateDemo } from '../api/src/demo/redate-demo';
import { seedDemo } from '../api/src/demo/seed-demo';
import { readEnv } from '../api/src/env';
import { onClientError } from '../api/src/http/error-handler';
import { apiServerOptions } from '../api/src/http/server-options';
import { fillCategories } from '../api/src/modules/categories/first-categories';
import { createDb, createPool, type Pool } from '../api/src/platform/db';
import { createLogger } from '../api/src/platform/logger';
import { migrate } from '../api/src/platform/migrate';
import { readWebEnv } from '../shell/server/web-env';
import { createWebServer, type WebServerOptions } from '../shell/server/web-server';
import { readReleaseKey } from '../shell/server/releases/release-key';
import { createReleaseStore } from '../shell/server/releases/release-store';
import { createRemoteHealth } from '../shell/server/releases/remote-health';
import { catchMail } from './serve/catch-mail';
import { keepReleases } from './serve/keep-releases';
import { keepShell } from './serve/keep-shell';
import { publishBuilds } from './serve/publish-builds';
import { type LiveDocuments, serveLiveDocuments } from './serve/serve-live-documents';
import { keepHeapSmall } from './serve/small-heap';

export interface ServeOptions {
  /** Folder of the repository. */
  root: string;
  /** Folder of the product's data; absolute. */
  dataDir: string;
  /** Configuration by its public names; DATABASE_URL is always set. */
  env: Record<string, string | undefined>;
  isEmbeddedDatabase: boolean;
  /** Folders of the remotes whose builds are released at start. */
  remotes: string[];
  /** Folder of the built shell; by default that of the repository. */
  shellDir?: string;
  /** Where the page gets files that dev servers serve. */
  development?: WebServerOptions['development'];
}

export interface RunningProduct {
  url: string;
  /** Who can sign in, when the demo is on. */
  demo: { people: readonly DemoPerson[]; password: string } | null;
  /** The page that shows caught mails; null when mails go out. */
  mailUrl: string | null;
  /** Where the engine of live documents beside the product listens; null without one. */
  liveUrl: string | null;
  /** Answers what is running, then lets go of port and database. */
  close(): Promise<void>;
}

/** The whole product in this process, with the engine of live documents in one beside it: migrates, fills the demo, releases the builds, listens. */
export async function serve(options: ServeOptions): Promise<RunningProduct> {
  keepHeapSmall();
  const { root, dataDir, env, isEmbeddedDatabase } = options;
  const webEnv = readWebEnv(env);
  const givenEnv = readEnv({ ...env, DATA_DIR: dataDir });
  const { databaseUrl } = givenEnv;
  const logger = createLogger({ level: givenEnv.logLevel });
  const mail = await catchMail({ env, port: webEnv.port, host: webEnv.host, dataDir });
  const pool = createPool(databaseUrl, { max: givenEnv.databasePoolMax });
  let live: LiveDocuments | null = null;
  try {
    await migrate(pool, join(root, 'api', 'migrations'));
    live = await serveLiveDocuments({ env, port: webEnv.port, host: webEnv.host, publicUrl: webEnv.publicUrl, databaseUrl, script: join(root, 'tooling', 'dist', 'live-engine.mjs'), logger });
    const apiEnv = readEnv({ ...env, DATA_DIR: dataDir, ...live?.env, ...(mail ? { SMTP_URL: mail.smtpUrl } : {}) });
    await fillCategories(pool);
    const demo = await prepareDemo(pool, env, isEmbeddedDatabase);
    const releasesDir = join(dataDir, 'releases');
    await mkdir(releasesDir, { recursive: true });
    const releaseKey = readReleaseKey(webEnv.releaseSigningKey ?? '');
    const store = createReleaseStore({ pool, key: releaseKey, releasesDir });
    await publishBuilds({ store, releasesDir, packages: options.remotes });
    const health = createRemoteHealth({ pool, store, key: releaseKey, onTrouble: (err) => logger.error({ err }, 'the health of releases cannot be kept') });
    const shellDir = options.shellDir ?? join(root, 'shell', 'dist');
    const shellsDir = join(dataDir, 'shells');
    if (!options.development?.shell) await keepShell({ shellDir, shellsDir });
    const server = await createWebServer({
      env: live ? { ...webEnv, policySources: { ...webEnv.policySources, connect: [...webEnv.policySources.connect, live.origin] } } : webEnv,
      api: webEnv.apiUrl
        ? { url: webEnv.apiUrl }
        : { plugin: apiPlugin({ db: createDb(pool), pool, env: apiEnv }), options: { ...apiServerOptions, clientErrorHandler: onClientError } },
      pool, releasesDir, releaseKey, registryFile: join(dataDir, 'last-registry.json'), releases: { store, health }, isDemo: demo !== null, logger,
      shellDir, shellsDir,
      mediaDir: join(root, 'shell', 'server', 'media'),
      demoMediaDir: join(root, 'api', 'src', 'demo', 'assets'),
      ...(options.development ? { development: options.development } : {}),
    });
    await server.listen({ port: webEnv.port, host: webEnv.host });
    const keeping = demo && keepDemo({ pool, permission: demo, onTrouble: (err) => server.log.error({ err }, 'the demo cannot be kept alive') });
    const keepingReleases = keepReleases({ store, health, onTrouble: (err) => logger.error({ err }, 'old releases cannot be removed') });
    return {
      url: webEnv.publicUrl,
      demo: demo ? { people: demoPeople, password: DEMO_PASSWORD } : null,
      mailUrl: mail?.pageUrl ?? null,
      liveUrl: live?.env.FIRESTORE_ENGINE_URL ?? null,
      close: async () => {
        await server.close();
        await keepingReleases.stop();
        await health.stop();
        await keeping?.stop();
        await live?.close();
        await pool.end();
        await mail?.close();
      },
    };
  } catch (error) {
    await live?.close();
    await pool.end();
    await mail?.close();
    throw error;
  }
}

async function prepareDemo(pool: Pool, env: ServeOptions['env'], isEmbeddedDatabase: boolean): Promise<DemoPermission | null> {
  const permission = permitDemo({ nodeEnv: env['NODE_ENV'], demo: env['DEMO'], isEmbeddedDatabase });
  if (!permission) return null;
  const demo = { pool, now: new Date(), permission };
  const { isSeeded } = await seedDemo(demo);
  if (!isSeeded) await redateDemo(demo);
  return permission;
}
