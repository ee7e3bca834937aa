import type { Db, Trx } from './db';

/** serialization_failure and deadlock_detected: PostgreSQL asks for the transaction to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction; whatever it throws rolls everything back. Within a unit of work it is a part of the
 * unit's transaction, which is committed with the call's answer. Run again when PostgreSQL found a
 * deadlock, so `work` must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** Runs one transaction of a service. */
export type Write = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** Makes a function that runs one transaction and calls `onCommit` afterwards, so that live documents are written soon. */
export const createWriter =
  ({ db, onCommit }: { db: Db; onCommit: () => void }): Write =>
  async (work) => {
    const result = await inTransaction(db, work);
    onCommit();
    return result;
  };

/** The SQLSTATE of an error that PostgreSQL answered, such as 23505 for a duplicate key. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
