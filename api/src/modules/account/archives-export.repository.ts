import type { Db } from '../../platform/database/db';

/** Reads the archives that the user hosts, what is recorded of them, and what they watched. */
export async function readArchives(db: Db, userId: string) {
  return {
    archives: await db
      .selectFrom('archives')
      .select(['id', 'source', 'source_id', 'title', 'description', 'category_id', 'chapters'])
      .select(['access', 'state', 'failure', 'is_pickup', 'duration_seconds', 'cut_start', 'cut_end'])
      .select(['review_ends_at', 'published_at', 'created_at', 'updated_at'])
      .where('host_id', '=', userId)
      .execute(),
    archiveParts: await db
      .selectFrom('archive_parts')
      .select(['archive_id', 'taken_out_at'])
      .where('user_id', '=', userId)
      .execute(),
    archiveUtterances: await db
      .selectFrom('archive_utterances')
      .select(['archive_id', 'from_ms', 'until_ms', 'taken_out_at'])
      .where('user_id', '=', userId)
      .execute(),
    recordings: await db
      .selectFrom('recorded_tracks')
      .select(['classroom_id', 'archive_id', 'kind', 'state'])
      .select(['created_at', 'started_at', 'ended_at', 'collected_at'])
      .where('user_id', '=', userId)
      .execute(),
    captionLines: await db
      .selectFrom('recorded_lines')
      .select(['classroom_id', 'archive_id', 'text', 'started_at', 'ended_at'])
      .where('user_id', '=', userId)
      .execute(),
    archivePositions: await db
      .selectFrom('archive_positions')
      .select(['archive_id', 'position_seconds', 'furthest_seconds', 'started_at', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    archiveWatches: await db
      .selectFrom('archive_watches')
      .select(['archive_id', 'started_at', 'counted_at'])
      .where('viewer_id', '=', userId)
      .execute(),
  };
}
