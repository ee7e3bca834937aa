import { randomBytes } from 'node:crypto';

import { makeReleaseKeyPem } from '@manabiba/releases';

import { type RunningServer, startServer } from '../../../server/src/main';

/** Size of the database connection pool, of the product and of the limits it is compared with. */
export const POOL_SIZE = 10;

/**
 * Starts the composed product as it runs in production, on this database; `env` overrides the defaults of all
 * benchmarks.
 */
export function startBenchProduct({
  dataDir,
  url,
  env,
}: {
  dataDir: string;
  url: string;
  env: Record<string, string>;
}): Promise<RunningServer> {
  const port = Number(process.env['PORT']);
  return startServer({
    dataDir,
    isEmbeddedDatabase: true,
    remotes: [],
    env: {
      NODE_ENV: 'production',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      PORT: String(port),
      PUBLIC_URL: `https://localhost:${port}`,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: String(POOL_SIZE),
      SESSION_SECRET: randomBytes(32).toString('hex'),
      RELEASE_SIGNING_KEY: makeReleaseKeyPem(),
      ...env,
    },
    // Pages are not requested, so no build of the shell is needed.
    development: { shell: { version: 'none', js: [], css: [] }, origins: [] },
  });
}
