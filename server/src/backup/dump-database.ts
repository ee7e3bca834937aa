import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { Client, escapeIdentifier } from 'pg';
import { to } from 'pg-copy-streams';

import { listMigrations, listSequences, listTables, quoted, type TableShape } from './database-catalogue';
import { digesting } from './digested-files';
import { type DumpedTable, fileOfTable, type Manifest } from './manifest';

type Dump = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'sequences' | 'files'>;

/**
 * Writes the rows of all tables to `database/` in the folder, as they were at one moment: everything that was
 * committed before the call is in it, and nothing of a transaction that was still open.
 */
export async function dumpDatabase(databaseUrl: string, folder: string): Promise<Dump> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Its first statement takes the snapshot that all others see.
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const migrations = await listMigrations(client);
    await mkdir(join(folder, 'database'), { mode: 0o700 });
    const tables: DumpedTable[] = [];
    const files: Dump['files'] = {};
    for (const table of await listTables(client)) {
      const { count, digest } = await dumpTable(client, table, join(folder, fileOfTable(table)));
      tables.push({ ...table, rows: count });
      files[fileOfTable(table)] = digest;
    }
    // A sequence has no snapshot: it may be ahead of the rows, and never behind.
    const sequences = await listSequences(client);
    await client.query('commit');
    return { postgres: rows[0]?.version ?? '', migrations, tables, sequences, files };
  } finally {
    await client.end();
  }
}

async function dumpTable(client: Client, table: TableShape, path: string): Promise<{ count: number; digest: string }> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  const hash = createHash('sha256');
  const copying = client.query(to(`copy ${quoted(table)} (${columns}) to stdout`));
  await pipeline(copying, createGzip({ level: 6 }), digesting(hash), createWriteStream(path, { mode: 0o600 }));
  return { count: copying.rowCount, digest: hash.digest('hex') };
}
