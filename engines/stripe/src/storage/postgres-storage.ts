import type { Pool, PoolClient, QueryResult } from 'pg';

import { postgresTransaction } from './postgres-transaction';
import type { Storage, StorageTransaction } from './storage';

export interface PostgresStorageOptions {
  /** The schema reserved for the engine; created when missing. */
  readonly schema: string;
}

/** Deadlocks and serialization failures: the transaction is rolled back and retried. */
const START_OVER = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 10;

/** Stores the objects in a schema of a PostgreSQL database. Several engines may share one schema. */
export function postgresStorage(pool: Pool, { schema }: PostgresStorageOptions): Storage {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`"${schema}" is not a valid schema name.`);
  return new PostgresStorage(pool, schema);
}

class PostgresStorage implements Storage {
  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {}

  async open(): Promise<void> {
    const objects = `"${this.schema}".objects`;
    await this.#inTransaction('begin', async (client) => {
      // Two engines that start concurrently would both find no schema and both create it.
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [this.schema]);
      await client.query(`
        create schema if not exists "${this.schema}";
        create table if not exists ${objects} (
          account text collate "C" not null, kind text collate "C" not null, id text collate "C" not null,
          position bigint generated always as identity, created bigint not null, keys text[] not null,
          timeline text collate "C" not null, due_at bigint, amount bigint, effective_at bigint, data text not null,
          primary key (account, kind, id)
        );
        create index if not exists objects_in_order on ${objects} (account, kind, position);
        create index if not exists objects_by_key on ${objects} using gin (keys);
        create index if not exists objects_due on ${objects} (timeline, due_at) where due_at is not null;
        create index if not exists objects_sum on ${objects} (account, kind, effective_at) include (amount)
          where amount is not null;
      `);
    });
  }

  async write<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T> {
    let attempt = 1;
    while (true) {
      try {
        return await this.#inTransaction('begin', async (client) => {
          const { transaction, flush } = postgresTransaction(client, this.schema, true);
          const result = await work(transaction);
          await flush();
          return result;
        });
      } catch (failure) {
        if (attempt >= MAX_ATTEMPTS || !START_OVER.has((failure as { code?: string }).code ?? '')) throw failure;
        attempt += 1;
      }
    }
  }

  read<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T> {
    return this.#inTransaction('begin isolation level repeatable read read only', (client) =>
      work(postgresTransaction(client, this.schema, false).transaction),
    );
  }

  async ping(): Promise<void> {
    const { rows }: QueryResult<{ found: string | null }> = await this.pool.query(
      'select to_regclass($1)::text as found',
      [`"${this.schema}".objects`],
    );
    if (!rows[0]?.found) throw new Error(`The schema ${this.schema} has lost its table.`);
  }

  /** The caller owns the pool. */
  async close(): Promise<void> {}

  async #inTransaction<T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let isBroken = false;
    // An idle connection that breaks must not crash the process.
    const onError = () => {
      isBroken = true;
    };
    client.on('error', onError);
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (failure) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      throw failure;
    } finally {
      client.off('error', onError);
      client.release(isBroken);
    }
  }
}
