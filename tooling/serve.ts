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
import { keepReleases } from './serve/keep-releases';
import { publishBuilds } from './serve/publish-builds';

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
  /** Where the page gets files that dev servers serve. */
  development?: WebServerOptions['development'];
}

export interface RunningProduct {
  url: string;
  /** Who can sign in, when the demo is on. */
  demo: { people: readonly DemoPerson[]; password: string } | null;
  /** Answers what is running, then lets go of port and database. */
  close(): Promise<void>;
}

/** The whole product in this process: migrates, fills the demo, releases the builds, listens. */
export async function serve(options: ServeOptions): Promise<RunningProduct> {
  const { root, dataDir, env, isEmbeddedDatabase } = options;
  const apiEnv = readEnv(env);
  const webEnv = readWebEnv(env);
  const pool = createPool(apiEnv.databaseUrl, { max: apiEnv.databasePoolMax });
  try {
    await migrate(pool, join(root, 'api', 'migrations'));
    await fillCategories(pool);
    const demo = await prepareDemo(pool, env, isEmbeddedDatabase);
    const releasesDir = join(dataDir, 'releases');
    await mkdir(releasesDir, { recursive: true });
    const releaseKey = readReleaseKey(webEnv.releaseSigningKey ?? '');
    const store = createReleaseStore({ pool, key: releaseKey, releasesDir });
    await publishBuilds({ store, releasesDir, packages: options.remotes });
    const logger = createLogger({ level: apiEnv.logLevel });
    const health = createRemoteHealth({ pool, store, key: releaseKey, onTrouble: (err) => logger.error({ err }, 'the health of releases cannot be kept') });
    const server = await createWebServer({
      env: webEnv,
      api: webEnv.apiUrl
        ? { url: webEnv.apiUrl }
        : { plugin: apiPlugin({ db: createDb(pool), pool, env: apiEnv }), options: { ...apiServerOptions, clientErrorHandler: onClientError } },
      pool, releasesDir, releaseKey, releases: { store, health }, isDemo: demo !== null, logger,
      shellDir: join(root, 'shell', 'dist'),
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
      close: async () => {
        await server.close();
        await keepingReleases.stop();
        await health.stop();
        await keeping?.stop();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
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
