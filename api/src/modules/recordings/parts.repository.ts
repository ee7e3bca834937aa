import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';
import type { ArchivesTable } from '../../tables/archives';

/** An archive as read under lock, on whose recording somebody decides. */
export interface LockedRecording {
  id: string;
  host_id: string;
  state: ArchivesTable['state']['__select__'];
  published_at: Date | null;
  duration_seconds: number;
  chapters: { at: number; title: string }[];
  cut_start: number;
  cut_end: number;
  has_tracks: boolean;
  captions_version: string | null;
}

/** What the host and the speakers change in the recording of an archive: SQL only. */
export const partsRepository = {
  async lock(trx: Trx, id: string): Promise<LockedRecording | undefined> {
    const { rows } = await sql<LockedRecording>`
      select id, host_id, state, published_at, duration_seconds, chapters, cut_start, cut_end, captions_version,
        exists (select 1 from recorded_tracks t where t.archive_id = a.id) as has_tracks
      from archives a where id = ${id} for update`.execute(trx);
    return rows[0];
  },

  /** Returns whether the part of a user is taken out; undefined for who was not recorded. */
  async partOf(trx: Trx, archiveId: string, userId: string): Promise<{ isOut: boolean } | undefined> {
    const part = await trx
      .selectFrom('archive_parts')
      .select('taken_out_at')
      .where('archive_id', '=', archiveId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return part && { isOut: part.taken_out_at !== null };
  },

  /** Takes a part out, and returns whether anything of anybody else is left. */
  async takeOut(trx: Trx, archiveId: string, userId: string, now: Date): Promise<boolean> {
    await trx
      .updateTable('archive_parts')
      .set({ taken_out_at: now })
      .where('archive_id', '=', archiveId)
      .where('user_id', '=', userId)
      .execute();
    const left = await trx
      .selectFrom('recorded_tracks as t')
      .innerJoin('archive_parts as p', (join) =>
        join.onRef('p.archive_id', '=', 't.archive_id').onRef('p.user_id', '=', 't.user_id'),
      )
      .select('t.id')
      .where('t.archive_id', '=', archiveId)
      .where('t.started_at', 'is not', null)
      .where('p.taken_out_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return left !== undefined;
  },

  async removeCaptions(trx: Trx, id: string): Promise<void> {
    await partsRepository.setCaptions(trx, id, null);
  },

  async setCaptions(trx: Trx, id: string, version: string | null): Promise<void> {
    await trx.updateTable('archives').set({ captions_version: version }).where('id', '=', id).execute();
  },

  async cut(
    trx: Trx,
    id: string,
    { start, end, chapters }: { start: number; end: number; chapters: { at: number; title: string }[] },
  ): Promise<void> {
    await trx
      .updateTable('archives')
      .set({ cut_start: start, cut_end: end, chapters: JSON.stringify(chapters) })
      .where('id', '=', id)
      .execute();
  },

  /** Has the video composed now, with what it contains by then. */
  async composeAgain(trx: Trx, id: string, now: Date): Promise<void> {
    await trx
      .updateTable('archives')
      .set((eb) => ({
        state: 'processing',
        progress: 0,
        failure: null,
        compose_at: now,
        compose_failures: 0,
        compose_revision: eb('compose_revision', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', id)
      .execute();
  },
};
