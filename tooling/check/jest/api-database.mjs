import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { buildServer } from '../../build/build-server.mjs';
import { bundleToModule } from '../../build/bundle-to-module.mjs';
import { startPostgres } from '../../dev/postgres/postgres.mjs';
import { inRoot } from '../../root.mjs';

/** Creates the template database with the schema, from which each test file clones its own. */
const TEMPLATE = 'manabiba_template';

/**
 * Starts one PostgreSQL for all api tests. They find it by two variables: TEST_DATABASE_URL (may create databases) and
 * TEST_DATABASE_TEMPLATE (the database to clone). TEST_LIVE_ENGINE is the built program of live documents.
 */
export default async function startApiDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-api-test-'));
  const postgres = await startPostgres({ dataDir, isThrowaway: true });
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${TEMPLATE}`;
  const pool = new pg.Pool({ connectionString: url.href });
  const { migrate } = await bundleToModule(inRoot('api/src/platform/database/migrate.ts'));
  await migrate(pool, inRoot('api/migrations'));
  await pool.end();
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_DATABASE_TEMPLATE = TEMPLATE;
  // Inside the repository, so that it finds its packages.
  process.env.TEST_LIVE_ENGINE = inRoot('.cache/test/live-engine.mjs');
  await buildServer({
    entry: inRoot('server/src/live-documents/engine-main.ts'),
    outfile: process.env.TEST_LIVE_ENGINE,
  });
  globalThis.apiTestDatabase = { postgres, dataDir };
}
