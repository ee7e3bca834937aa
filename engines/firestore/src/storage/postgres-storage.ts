import type { Pool, PoolClient, QueryResult } from 'pg';

import { asciiJson } from '../store/document';
import type { Storage, StoredRow, StoredState } from './storage';

export interface PostgresStorageOptions {
  /** The schema reserved for the engine; created when missing. */
  readonly schema: string;
  /** How long to wait for another engine to shut down, in milliseconds. */
  readonly lockWaitMs?: number;
  /** Called on lost connections, which recover automatically. */
  readonly onTrouble?: (failure: unknown) => void;
}

/** The first half of the advisory lock key; the second half identifies the schema. */
const LOCK_CLASS = 0x66_73;
const PAGE_ROWS = 2000;
const RETRY_MS = 250;
/**
 * PostgreSQL error classes for a lost connection or a server that is starting or stopping. All other errors are final.
 */
const CONNECTION_TROUBLE = /^(08|57P)/;

const pause = (ms: number) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/**
 * Stores the documents in a schema of a PostgreSQL database.
 *
 * One connection holds an advisory lock and does all the writing, so a second engine on the same schema does not start,
 * and a lost connection also loses the lock. Each batch is one statement and one commit that names the version it
 * follows, so an engine that was replaced without noticing cannot write.
 */
export function postgresStorage(pool: Pool, options: PostgresStorageOptions): Storage {
  return new PostgresStorage(pool, options);
}

class PostgresStorage implements Storage {
  readonly #schema: string;
  #client: PoolClient | undefined;
  /** Concurrent callers share one connection attempt; otherwise the second would wait for the lock of the first. */
  #connecting: Promise<PoolClient> | undefined;
  #version = 0;
  #isClosed = false;

  constructor(
    private readonly pool: Pool,
    private readonly options: PostgresStorageOptions,
  ) {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(options.schema))
      throw new Error(`"${options.schema}" is not a valid schema name.`);
    this.#schema = `"${options.schema}"`;
  }

  async open(): Promise<StoredState> {
    const client = await this.#connect(this.options.lockWaitMs ?? 10_000);
    await client.query(`
      create schema if not exists ${this.#schema};
      create table if not exists ${this.#schema}.store (
        is_only boolean primary key default true check (is_only),
        store_id text not null, last_version bigint not null, horizon bigint not null
      );
      create table if not exists ${this.#schema}.documents (
        path text collate "C" primary key, fields text, create_version bigint not null, update_version bigint not null
      );
      insert into ${this.#schema}.store (store_id, last_version, horizon) values (gen_random_uuid()::text, 0, 0) on conflict do nothing;
    `);
    const state = await this.#readState(client);
    this.#version = state.lastVersion;
    return { ...state, rows: this.#rows(client) };
  }

  async append({ version, rows }: { readonly version: number; readonly rows: readonly StoredRow[] }): Promise<void> {
    let attempt = 0;
    while (true) {
      try {
        const client = await this.#connected();
        // After a lost connection the batch may already be stored; its version shows whether it is.
        const isWritten = attempt > 0 && (await this.#readState(client)).lastVersion === version;
        if (!isWritten) await this.#write(client, version, rows);
        this.#version = version;
        return;
      } catch (failure) {
        if (!isConnectionTrouble(failure) || this.#isClosed) throw failure;
        this.options.onTrouble?.(failure);
        this.#drop();
        attempt += 1;
        await pause(RETRY_MS);
      }
    }
  }

  async forgetDeleted(horizon: number): Promise<void> {
    const client = await this.#connected();
    await client.query(
      `
      with moved as (update ${this.#schema}.store set horizon = $1)
      delete from ${this.#schema}.documents where fields is null and update_version <= $1`,
      [horizon],
    );
  }

  async ping(): Promise<void> {
    if (this.#isClosed) throw new Error('The storage is closed.');
    await (await this.#connected()).query('select 1');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }

  async #write(client: PoolClient, version: number, rows: readonly StoredRow[]): Promise<void> {
    const { rowCount } = await client.query({
      name: `append ${this.#schema}`,
      text: `
        with fence as (update ${this.#schema}.store set last_version = $1 where last_version = $2 returning 1)
        insert into ${this.#schema}.documents (path, fields, create_version, update_version)
        select * from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) where exists (select from fence)
        on conflict (path) do update
        set fields = excluded.fields, create_version = excluded.create_version, update_version = excluded.update_version`,
      values: [
        version,
        this.#version,
        rows.map(({ path }) => asciiJson(path)),
        rows.map(({ fieldsJson }) => fieldsJson),
        rows.map(({ createVersion }) => createVersion),
        rows.map(({ updateVersion }) => updateVersion),
      ],
    });
    if (rowCount === 0) throw new Error('Another engine has written to these documents.');
  }

  async #readState(client: PoolClient) {
    const {
      rows: [row],
    }: QueryResult<{ store_id: string; last_version: string; horizon: string }> = await client.query(
      `select store_id, last_version, horizon from ${this.#schema}.store`,
    );
    if (!row) throw new Error(`The schema ${this.#schema} has lost its state.`);
    return { storeId: row.store_id, lastVersion: Number(row.last_version), horizon: Number(row.horizon) };
  }

  async *#rows(client: PoolClient): AsyncGenerator<StoredRow[]> {
    let after = '';
    while (true) {
      const {
        rows,
      }: QueryResult<{ path: string; fields: string | null; create_version: string; update_version: string }> =
        await client.query(
          `select path, fields, create_version, update_version from ${this.#schema}.documents where path > $1 order by path limit ${PAGE_ROWS}`,
          [after],
        );
      if (rows.length === 0) return;
      yield rows.map((row) => ({
        path: JSON.parse(row.path) as string,
        fieldsJson: row.fields,
        createVersion: Number(row.create_version),
        updateVersion: Number(row.update_version),
      }));
      after = (rows.at(-1) as { path: string }).path;
    }
  }

  async #connected(): Promise<PoolClient> {
    if (this.#client) return this.#client;
    this.#connecting ??= this.#connect(this.options.lockWaitMs ?? 10_000).finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** Opens a dedicated connection that holds the lock. */
  async #connect(waitMs: number): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.on('error', (failure) => {
      this.options.onTrouble?.(failure);
      if (this.#client === client) this.#drop();
    });
    try {
      await client.query('set synchronous_commit = on');
      await this.#lock(client, Date.now() + waitMs);
    } catch (failure) {
      client.release(true);
      throw failure;
    }
    this.#client = client;
    return client;
  }

  async #lock(client: PoolClient, deadline: number): Promise<void> {
    while (true) {
      const {
        rows: [row],
      }: QueryResult<{ is_locked: boolean }> = await client.query(
        'select pg_try_advisory_lock($1, hashtext($2)) as is_locked',
        [LOCK_CLASS, this.#schema],
      );
      if (row?.is_locked) return;
      if (Date.now() >= deadline) throw new Error(`Another engine owns the documents in the schema ${this.#schema}.`);
      await pause(RETRY_MS);
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.release(true);
  }
}

function isConnectionTrouble(failure: unknown): boolean {
  const { code, message = '' } = failure as { code?: string; message?: string };
  return code === undefined
    ? /connection|timeout|terminated|Client/i.test(message)
    : CONNECTION_TROUBLE.test(code) || /^E[A-Z]+$/.test(code);
}
