import type { Db } from '../../platform/db';
import { changed, markChanged } from '../../platform/live-outbox';
import { inTransaction } from '../../platform/transaction';

export function createRealtimeRepository(db: Db) {
  return {
    /** Somebody is going to read their own document: it will be there. */
    preparePerson: (userId: string, now: Date): Promise<void> => inTransaction(db, (trx) => markChanged(trx, [changed.person(userId)], now)),
  };
}

export type RealtimeRepository = ReturnType<typeof createRealtimeRepository>;
