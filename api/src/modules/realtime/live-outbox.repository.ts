import { type RawBuilder, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { ChangedRow } from './live-projection';

/** Advisory lock: one process at a time writes live documents, so that the newest version is written last. */
const LOCK = 7_261_004;
/** Channel on which processes that write no live documents notify those that do of changes. */
export const CHANGES_CHANNEL = 'live_outbox';

interface DueQuery {
  now: Date;
  kinds: readonly string[];
  /** Conditions on a row `o` that defer it. */
  heldBack: readonly RawBuilder<boolean>[];
  limit: number;
}

/** The projector's access to the live outbox. */
export const liveOutboxRepository = {
  async lock(trx: Trx): Promise<void> {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  },

  /** Returns rows that are due. Unknown kinds stay until a release that knows them. */
  due(trx: Trx, { now, kinds, heldBack, limit }: DueQuery): Promise<(ChangedRow & { traceparent: string | null })[]> {
    return trx
      .selectFrom('live_outbox as o')
      .select(['o.path', 'o.kind', 'o.classroom_id', 'o.subject_id', 'o.version', 'o.traceparent'])
      .where('o.due_at', '<=', now)
      .where('o.kind', 'in', kinds)
      .where((eb) => eb.and(heldBack.map((condition) => eb.not(condition))))
      .orderBy('o.version')
      .limit(limit)
      .execute();
  },

  /** Deletes rows, except those whose documents have changed again meanwhile. */
  async done(trx: Trx, rows: readonly ChangedRow[]): Promise<void> {
    await sql`delete from live_outbox o using unnest(${rows.map(({ path }) => path)}::text[], ${rows.map(({ version }) => version)}::bigint[]) as done (path, version)
      where o.path = done.path and o.version = done.version`.execute(trx);
  },

  /** Notifies the processes that write live documents that some have changed. */
  async notify(db: Db): Promise<void> {
    await sql`select pg_notify(${CHANGES_CHANNEL}, '')`.execute(db);
  },

  /** Returns whether the outbox still has the row of this path. */
  async has(db: Db, path: string): Promise<boolean> {
    const row = await db.selectFrom('live_outbox').select('path').where('path', '=', path).executeTakeFirst();
    return row !== undefined;
  },
};
