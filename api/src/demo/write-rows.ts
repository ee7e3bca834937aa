import type { Pool, PoolClient } from 'pg';

import { aloneInTransaction } from '../platform/database/transaction';

/** Table and column names come from the code, never from user input. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Inserts rows in one statement. All have the keys of the first; other columns get their defaults. */
export async function insertRows(client: PoolClient, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map(quoted).join(', ');
  await client.query(
    `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Updates the given columns of the rows with the same id. */
export async function updateRows(client: PoolClient, table: string, rows: readonly { id: string }[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .filter((column) => column !== 'id')
    .map((column) => `${quoted(column)} = given.${quoted(column)}`);
  await client.query(
    `update ${quoted(table)} t set ${columns.join(', ')} from json_populate_recordset(null::${quoted(table)}, $1) given where t.id = given.id`,
    [JSON.stringify(rows)],
  );
}

/** Runs in one transaction, one change of the demo's data at a time, however many processes start together. */
export const changeDemo = <T>(pool: Pool, change: (client: PoolClient) => Promise<T>): Promise<T> =>
  aloneInTransaction(pool, 'demo data', change);
