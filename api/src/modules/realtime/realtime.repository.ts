import type { Db } from '../../platform/db';
import { changed, markChanged } from '../../platform/live-outbox';
import { inTransaction } from '../../platform/transaction';

export function createRealtimeRepository(db: Db) {
  return {
    /** Somebody is going to read their own document by this session: it will be there, and so will be that they may. */
    preparePerson: ({ id, sessionId }: { id: string; sessionId: string }, now: Date): Promise<void> =>
      inTransaction(db, (trx) => markChanged(trx, [changed.person(id), changed.session(id, sessionId)], now)),
  };
}

export type RealtimeRepository = ReturnType<typeof createRealtimeRepository>;
