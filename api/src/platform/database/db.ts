import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';

import type { Database } from '../../tables/database';
import { secondConnection, type SecondConnectionError } from './connection-guard';
import { runPrepared } from './prepared-statement';
import { connectionOfUnit, statementInUnit } from './unit-of-work';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
export type { Pool } from 'pg';

/** Statement timeout, in milliseconds: by then the caller has gone. */
export const STATEMENT_TIMEOUT_MS = 15_000;
/** Timeout for opening a connection to PostgreSQL, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins;

/** The session's time zone is UTC, so the text always ends in +00 and matches V8's fast path for parsing. */
function parseTime(text: string): Date {
  if (text === '-infinity') return new Date(-8.64e15);
  if (text === 'infinity') return new Date(8.64e15);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, parseTime],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export interface PoolOptions {
  max?: number;
  /**
   * Whether the URL leads to a pooler that shares connections between transactions. Time zone and statement timeout are
   * then those of the role, because such a pooler refuses settings of a connection.
   */
  isBehindPooler?: boolean;
  /** Whether statements may be prepared by name; default true. */
  hasNamedStatements?: boolean;
  /** Called when a transaction takes a second connection; default: throws, so that it takes none. */
  onSecondConnection?: (error: SecondConnectionError) => void;
}

const refuse = (error: SecondConnectionError): never => {
  throw error;
};

/** Runs every statement without a name: the next one may reach another connection of the database. */
class NamelessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const run = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((statement: unknown, ...rest: unknown[]) => run(nameless(statement), ...rest)) as pg.Client['query'];
  }
}

const nameless = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;

/**
 * Creates the connection pool for PostgreSQL: bigint is returned as number, timestamptz as Date, date as yyyy-MM-dd
 * text.
 */
export function createPool(
  url: string,
  { max = 10, isBehindPooler = false, hasNamedStatements = true, onSecondConnection = refuse }: PoolOptions = {},
): pg.Pool {
  class GuardedPool extends pg.Pool {
    // Queries on the pool take a connection by it too.
    override connect(...given: []): Promise<pg.PoolClient> {
      const error = secondConnection();
      if (error) onSecondConnection(error);
      return super.connect(...given);
    }
  }
  const pool = new GuardedPool({
    connectionString: url,
    max,
    types,
    ...(!isBehindPooler && { options: '-c timezone=UTC', statement_timeout: STATEMENT_TIMEOUT_MS }),
    ...(!hasNamedStatements && { Client: NamelessClient }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    allowExitOnIdle: true,
  });
  // The pool replaces an idle connection that the server closes; without a listener the error would end the process.
  pool.on('error', () => {});
  // The same for a connection in use: its holder sees the next statement fail.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

/** Runs raw SQL as a prepared statement. For the few hot queries where kysely's query building is too slow. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const inUnit = statementInUnit();
  if (inUnit) return (await inUnit(text, values)).rows as Row[];
  const result = await runPrepared<Row>(pool, text, values);
  return result.rows;
}

/**
 * Creates kysely on the pool. Statements are prepared by their text, which halves the cost of a read. Within a unit of
 * work they join its transaction.
 */
export function createDb(pool: pg.Pool): Db {
  const preparing = {
    async connect() {
      const joined = connectionOfUnit();
      if (joined) return joined;
      const client = await pool.connect();
      return {
        query: (text: string, values: unknown[]) => runPrepared(client, text, values),
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  } as unknown as PostgresPool;
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing }) });
}
