import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';

/** An archive as read under lock, on which its publication decides. */
export interface ReviewedArchive {
  id: string;
  source: 'classroom' | 'event';
  source_id: string;
  host_id: string;
  state: string;
  published_at: Date | null;
  other_speakers: number;
}

/** Reviews before publication: SQL only. */
export const reviewRepository = {
  async lock(trx: Trx, id: string): Promise<ReviewedArchive | undefined> {
    const { rows } = await sql<ReviewedArchive>`
      select id, source, source_id, host_id, state, published_at,
        (select count(*)::int from archive_parts p where p.archive_id = a.id and p.user_id <> a.host_id) as other_speakers
      from archives a where id = ${id} for update`.execute(trx);
    return rows[0];
  },

  /** Locks archives whose review is over. Those that another process publishes now are left out. */
  async lockDue(trx: Trx, now: Date, limit: number): Promise<Pick<ReviewedArchive, 'id' | 'source' | 'source_id'>[]> {
    return trx
      .selectFrom('archives')
      .select(['id', 'source', 'source_id'])
      .where('state', '=', 'ready')
      .where('published_at', 'is', null)
      .where('review_ends_at', '<=', now)
      .orderBy('review_ends_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
  },

  /** Publishes an archive, which its classroom or event then names. */
  async publish(
    trx: Trx,
    { id, source, source_id: sourceId }: Pick<ReviewedArchive, 'id' | 'source' | 'source_id'>,
    now: Date,
  ): Promise<void> {
    await trx.updateTable('archives').set({ published_at: now, updated_at: now }).where('id', '=', id).execute();
    await trx
      .updateTable(source === 'event' ? 'events' : 'classrooms')
      .set({ archive_id: id })
      .where('id', '=', sourceId)
      .execute();
  },
};
