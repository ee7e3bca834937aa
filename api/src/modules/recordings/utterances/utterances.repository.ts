import type { Speech } from '@manabiba/engine-composer/composition';
import { millisecondsInSecond } from 'date-fns/constants';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';

/** What one person said at a stretch, in seconds of the whole recording. */
export interface OwnUtterance {
  id: string;
  from: number;
  until: number;
  isOut: boolean;
}

/** Rows of one statement: each has five values, and a statement at most 65,535. */
const ROWS_AT_ONCE = 1000;

/** What the people of recordings said at a stretch: SQL only. */
export const utterancesRepository = {
  async add(trx: Trx, archiveId: string, utterances: readonly Speech[]): Promise<void> {
    const rows = utterances.map(({ personId, from, until }) => ({
      id: newId('utt'),
      archive_id: archiveId,
      user_id: personId,
      from_ms: Math.floor(from * millisecondsInSecond),
      until_ms: Math.ceil(until * millisecondsInSecond),
    }));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await trx
        .insertInto('archive_utterances')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
  },

  /** Returns what somebody said, in the order of its times. */
  async listOf(db: Db, archiveId: string, userId: string): Promise<OwnUtterance[]> {
    const rows = await db
      .selectFrom('archive_utterances')
      .select(['id', 'from_ms', 'until_ms', 'taken_out_at'])
      .where('archive_id', '=', archiveId)
      .where('user_id', '=', userId)
      .orderBy('from_ms')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      from: row.from_ms / millisecondsInSecond,
      until: row.until_ms / millisecondsInSecond,
      isOut: row.taken_out_at !== null,
    }));
  },

  async takeOut(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
    await trx.updateTable('archive_utterances').set({ taken_out_at: now }).where('id', 'in', ids).execute();
  },

  /** Returns what the video does not contain. */
  async listTakenOut(db: Db, archiveId: string): Promise<Speech[]> {
    const rows = await db
      .selectFrom('archive_utterances')
      .select(['user_id', 'from_ms', 'until_ms'])
      .where('archive_id', '=', archiveId)
      .where('taken_out_at', 'is not', null)
      .orderBy('from_ms')
      .execute();
    return rows.map((row) => ({
      personId: row.user_id,
      from: row.from_ms / millisecondsInSecond,
      until: row.until_ms / millisecondsInSecond,
    }));
  },

  /** Deletes what is not needed after the publication, as the recordings are. */
  async removePublished(db: Db): Promise<void> {
    await sql`delete from archive_utterances u using archives a
      where a.id = u.archive_id and a.published_at is not null`.execute(db);
  },
};
