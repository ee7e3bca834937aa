import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { postgresStorage as liveStorage } from '@manabiba/engine-firestore/postgres-storage';
import { postgresStorage as paymentStorage } from '@manabiba/engine-stripe/postgres-storage';
import { Client, escapeIdentifier, Pool } from 'pg';
import { from } from 'pg-copy-streams';

import { migrate } from '../../../api/src/platform/database/migrate';
import { LIVE_SCHEMA } from '../live-documents/live-schema';
import { PAYMENT_SCHEMA } from '../payments/payment-schema';
import { UserFacingError } from '../user-facing-error.mjs';
import { listForeignKeys, listTables, quoted, type TableShape } from './database-catalogue';
import { type DumpedTable, fileOfTable, type Manifest } from './manifest';

/**
 * Loads the rows of a backup into an empty database. The tables are made by the migrations that the backed-up database
 * had; newer ones run when the product starts. Every foreign key is checked again.
 */
export async function loadDatabase(
  { databaseUrl, migrationsDir }: { databaseUrl: string; migrationsDir: string },
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const [first] = await listTables(client);
    if (first)
      throw new UserFacingError(
        `The database of DATABASE_URL is not empty: it has the table ${first.schema}.${first.name}. Restore into a new one.`,
      );
    await createTables(databaseUrl, migrationsDir, manifest);
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await loadTables(client, folder, manifest);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function createTables(databaseUrl: string, migrationsDir: string, { migrations, tables }: Manifest) {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  // An idle connection that the server closes, such as while the pool ends: without a listener it would end the process.
  pool.on('error', () => {});
  try {
    await migrate(pool, migrationsDir, { only: migrations });
    const schemas = new Set(tables.map(({ schema }) => schema));
    if (schemas.has(PAYMENT_SCHEMA)) await paymentStorage(pool, { schema: PAYMENT_SCHEMA }).open();
    if (schemas.has(LIVE_SCHEMA)) {
      const storage = liveStorage(pool, { schema: LIVE_SCHEMA });
      await storage.open();
      await storage.close();
    }
  } finally {
    await pool.end();
  }
}

/** The version of the tables of the jobs, which this product has made: an older one would have them made again. */
const isJobsVersion = ({ schema, name }: { schema: string; name: string }) => schema === 'pgboss' && name === 'version';

async function loadTables(client: Client, folder: string, manifest: Manifest): Promise<void> {
  const present = (await listTables(client)).filter((table) => !isJobsVersion(table));
  const tables = manifest.tables.filter((table) => table.rows > 0 && !isJobsVersion(table));
  for (const table of tables) mustFit(table, present);
  const foreignKeys = await listForeignKeys(client);
  for (const key of foreignKeys)
    await client.query(`alter table ${quoted(key)} drop constraint ${escapeIdentifier(key.constraint)}`);
  // Triggers derive what the backup already has, or refuse changes of a log.
  for (const table of present) await client.query(`alter table ${quoted(table)} disable trigger user`);
  // This product may have queues of jobs that the backup lacks; each has its table already.
  await client.query('create temporary table queues on commit drop as table pgboss.queue');
  // Migrations have filled some; what the backup has replaces it.
  await client.query(`truncate ${present.map(quoted).join(', ')}`);
  for (const table of tables) await loadTable(client, table, join(folder, fileOfTable(table)));
  await client.query('insert into pgboss.queue select * from queues on conflict do nothing');
  for (const table of present) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const key of foreignKeys)
    await client.query(
      `alter table ${quoted(key)} add constraint ${escapeIdentifier(key.constraint)} ${key.definition}`,
    );
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), sequence.value]);
  // Browsers that have seen newer documents must not resume where they were.
  if (tables.some(({ schema }) => schema === LIVE_SCHEMA))
    await client.query(`update ${escapeIdentifier(LIVE_SCHEMA)}.store set store_id = gen_random_uuid()::text`);
}

function mustFit(table: DumpedTable, present: TableShape[]): void {
  const found = present.find(({ schema, name }) => schema === table.schema && name === table.name);
  const lost = found ? table.columns.filter((column) => !found.columns.includes(column)) : table.columns;
  if (lost.length > 0)
    throw new UserFacingError(
      `This version of the product has no place for ${table.schema}.${table.name} (${lost.join(', ')}): restore with the version that made the backup.`,
    );
}

async function loadTable(client: Client, table: DumpedTable, path: string): Promise<void> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  const copying = client.query(from(`copy ${quoted(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(path), createGunzip(), copying);
  if (copying.rowCount !== table.rows)
    throw new Error(`${table.schema}.${table.name} has ${copying.rowCount} rows, and the backup ${table.rows}`);
}
