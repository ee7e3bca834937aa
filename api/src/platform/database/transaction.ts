import { CompiledQuery } from 'kysely';
import type { Pool, PoolClient } from 'pg';

import { type ConnectionHolder, whileHolding } from './connection-guard';
import type { Db, Trx } from './db';
import { joinedConnection, type RunStatement } from './joined-connection';
import { afterCommit } from './unit-of-work';

/** serialization_failure and deadlock_detected: the transaction can be retried. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction and rolls back when it throws. `work` uses its `trx` alone: it cannot take a second
 * connection. Within a unit of work it joins the unit's transaction,
 * which is committed with the call's answer. Retried after a deadlock, so `work` must have no effect outside the
 * database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const following: (() => void)[] = [];
    let isHolding = false;
    try {
      const result = await db.transaction().execute((trx) => {
        followUps.set(trx, following);
        isHolding = true;
        const run: RunStatement = async (text, values) => ({
          rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
        });
        return whileHolding(
          holderOf(run, () => isHolding),
          () => work(trx),
        );
      });
      for (const follow of following) afterCommit(follow);
      return result;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    } finally {
      isHolding = false;
    }
  }
}

/**
 * Runs `work` in one transaction on a connection of its own, one at a time of those with the same `lock`, however many
 * processes start together. `work` uses its `client` alone: it cannot take a second connection.
 */
export async function aloneInTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  lock: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const run: RunStatement = (text, values) => client.query(text, values);
  let isHolding = true;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [lock]);
    const result = await whileHolding(
      holderOf(run, () => isHolding),
      () => work(client),
    );
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    isHolding = false;
    client.release();
  }
}

function holderOf(run: RunStatement, isHolding: () => boolean): ConnectionHolder {
  let savepoints = 0;
  return {
    get isHolding() {
      return isHolding();
    },
    connect: () => joinedConnection({ run, read: run, newName: () => `joined_${(savepoints += 1)}` }),
  };
}

const followUps = new WeakMap<Trx, (() => void)[]>();

/** Runs `work` once this transaction is committed, with the unit of work around it. Lost when the process dies then. */
export function onceCommitted(trx: Trx, work: () => void): void {
  const following = followUps.get(trx);
  if (!following) throw new Error('The transaction was not begun by inTransaction');
  following.push(work);
}

/** Runs one transaction of a service. */
export type Write = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** Creates a function that runs one transaction and then calls `onCommit`, so that live documents are written soon. */
export const createWriter =
  ({ db, onCommit }: { db: Db; onCommit: () => void }): Write =>
  async (work) => {
    const result = await inTransaction(db, work);
    onCommit();
    return result;
  };

/** Returns the SQLSTATE of a PostgreSQL error, such as 23505 for a duplicate key. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
