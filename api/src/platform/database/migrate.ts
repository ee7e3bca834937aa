import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { installJobs } from '../jobs/jobs';
import { createPool } from './db';

/** Advisory lock: one instance migrates, the others wait. The number must be unique in this database. */
const LOCK = 7_261_002;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the SQL files of `dir` that are new to this database, in numeric order, each in its own transaction. Forward
 * only: an applied file must not disappear. Also installs the tables of the jobs. `only` names the files to apply and
 * leaves newer ones for later; each of them must exist.
 *
 * Returns the names of the files applied now.
 */
export async function migrate(pool: Pool, dir: string, { only }: { only?: readonly string[] } = {}): Promise<string[]> {
  const client = await pool.connect();
  try {
    // No statement timeout: another instance may be migrating.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyMissing(client, dir, only);
    await installJobs(client);
    return applied;
  } finally {
    // Closing the connection releases the lock and the setting.
    client.release(true);
  }
}

/**
 * Applies the new SQL files of `dir` on a connection of its own, which must lead to PostgreSQL itself: its lock belongs to
 * the session. Returns their names.
 */
export async function migrateAt(url: string, dir: string): Promise<string[]> {
  const pool = createPool(url, { max: 1 });
  try {
    return await migrate(pool, dir);
  } finally {
    await pool.end();
  }
}

async function applyMissing(client: PoolClient, dir: string, only?: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(dir)).filter((name) => FILE_NAME.test(name)).sort();
  const lost = [...applied, ...(only ?? [])].filter((name) => !files.includes(name));
  if (lost.length > 0)
    throw new Error(`The database is newer than this program: it has unknown migrations: ${lost.join(', ')}.`);
  const missing = files.filter((name) => !applied.has(name) && (only?.includes(name) ?? true));
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
