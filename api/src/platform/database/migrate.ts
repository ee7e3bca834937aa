import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { installJobs } from '../jobs/jobs';

/** One instance migrates, the others wait. Any number that nobody else uses on this database. */
const LOCK = 7_261_002;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the SQL files of `dir` that this database has not seen, in the order of their numbers, each in a
 * transaction of its own. Forward only: a file that was applied must not disappear. The tables of the jobs come with it.
 *
 * Returns the names of what was applied now.
 */
export async function migrate(pool: Pool, dir: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Longer than a normal statement may take: another instance may be migrating.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyMissing(client, dir);
    await installJobs(client);
    return applied;
  } finally {
    // The connection ends, and with it the lock and the setting.
    client.release(true);
  }
}

async function applyMissing(client: PoolClient, dir: string): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(dir)).filter((name) => FILE_NAME.test(name)).sort();
  const lost = [...applied].filter((name) => !files.includes(name));
  if (lost.length > 0) throw new Error(`The database is newer than this program: it knows ${lost.join(', ')}.`);
  const missing = files.filter((name) => !applied.has(name));
  for (const name of missing) await apply(client, name, await readFile(join(dir, name), 'utf8'));
  return missing;
}

async function apply(client: PoolClient, name: string, text: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
