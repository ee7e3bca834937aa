import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { installJobs } from '../jobs/jobs';
import { grantToApp, handOverSchemas } from './app-role';
import { createPool } from './db';

/** Advisory lock: one instance migrates, the others wait. The number must be unique in this database. */
const LOCK = 7_261_002;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

interface MigrationOptions {
  /** Names the files to apply and leaves newer ones for later; each of them must exist. */
  only?: readonly string[];
  /** The role under which the product runs, when that is not the owner of the tables: it is granted what it needs. */
  appRole?: string | undefined;
  /** The schemas of the engines, which that role is to own. */
  engineSchemas?: readonly string[];
}

/**
 * Applies the SQL files of `dir` that are new to this database, in numeric order, each in its own transaction. Forward
 * only: an applied file must not disappear. Also installs the tables of the jobs. A role that may not create tables
 * applies nothing, and is refused when a file is missing.
 *
 * Returns the names of the files applied now.
 */
export async function migrate(
  pool: Pool,
  dir: string,
  { only, appRole, engineSchemas = [] }: MigrationOptions = {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // No statement timeout: another instance may be migrating.
    await client.query('set statement_timeout = 0');
    if (!(await mayMigrate(client))) return await requireApplied(client, dir);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyMissing(client, dir, only);
    await installJobs(client);
    if (appRole) {
      await grantToApp(client, appRole);
      await handOverSchemas(client, appRole, engineSchemas);
    }
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
export async function migrateAt(url: string, dir: string, options: MigrationOptions = {}): Promise<string[]> {
  const pool = createPool(url, { max: 1 });
  try {
    return await migrate(pool, dir, options);
  } finally {
    await pool.end();
  }
}

async function mayMigrate(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>("select has_schema_privilege('public', 'create') as may");
  return rows[0]?.may === true;
}

/** Throws when the database is not at the version of `dir`, which only its owner can change. */
async function requireApplied(client: PoolClient, dir: string): Promise<[]> {
  const missing = await missingFrom(client, dir);
  if (missing.length > 0)
    throw new Error(
      `The database has not been migrated for this program: it lacks ${missing.join(', ')}. Run the migration as the owner of the tables.`,
    );
  return [];
}

/** Returns the files that the database lacks. Throws when it has one that does not exist. */
async function missingFrom(client: PoolClient, dir: string, only?: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(dir)).filter((name) => FILE_NAME.test(name)).sort();
  const lost = [...applied, ...(only ?? [])].filter((name) => !files.includes(name));
  if (lost.length > 0)
    throw new Error(`The database is newer than this program: it has unknown migrations: ${lost.join(', ')}.`);
  return files.filter((name) => !applied.has(name) && (only?.includes(name) ?? true));
}

async function applyMissing(client: PoolClient, dir: string, only?: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const missing = await missingFrom(client, dir, only);
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
