import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { DraftLine } from './captions-draft';

/** A sentence as it is added. */
interface NewLine {
  id: string;
  classroomId: string;
  userId: string;
  text: string;
  startedAt: Date;
  endedAt: Date;
}

/** What the times of an archive's lines are counted from. */
export interface LinesOfArchive {
  lines: DraftLine[];
  spans: { startedAt: Date; endedAt: Date }[];
  cutStart: number;
  /** Null until the first video is composed. */
  videoVersion: string | null;
}

export type LinesRepository = ReturnType<typeof createLinesRepository>;

/** Sentences of live captions in recordings: SQL only. */
export function createLinesRepository(db: Db) {
  return {
    /**
     * Adds a sentence while a voice of its speaker is recorded, or was until `voiceSince`; false otherwise. Only adults
     * who have agreed have such a track. What was said in a group is not recorded, and neither is its sentence.
     */
    async add({ id, classroomId, userId, text, startedAt, endedAt }: NewLine, voiceSince: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into recorded_lines (id, classroom_id, user_id, text, started_at, ended_at)
        select ${id}, c.id, p.user_id, ${text}, ${startedAt}, ${endedAt}
        from classrooms c join classroom_users p on p.classroom_id = c.id
        where c.id = ${classroomId} and c.state = 'live' and c.recording and p.user_id = ${userId}
          and p.joined_at is not null and p.left_at is null and p.kicked_at is null
          and (p.recording_consent_at is not null or p.user_id = c.host_id)
          and exists (
            select from recorded_tracks t
            where t.classroom_id = c.id and t.user_id = p.user_id and t.kind = 'voice'
              and t.state <> 'failed' and (t.ended_at is null or t.ended_at > ${voiceSince})
          )
          and not exists (
            select from classroom_group_stays y
            join classroom_groups g on g.id = y.group_id join classroom_splits s on s.id = g.split_id
            where s.classroom_id = c.id and y.user_id = p.user_id and (y.left_at is null or y.left_at > ${startedAt})
          )`.execute(db);
      return numAffectedRows === 1n;
    },

    /** Returns what was said into the recording of an archive, in the order of its times. */
    async ofArchive(archiveId: string): Promise<LinesOfArchive | undefined> {
      const rows = await db
        .selectFrom('recorded_lines as l')
        .innerJoin('archives as a', 'a.id', 'l.archive_id')
        .select(['l.classroom_id', 'l.text', 'l.started_at', 'l.ended_at', 'a.cut_start', 'a.media_version'])
        .where('l.archive_id', '=', archiveId)
        .orderBy('l.started_at')
        .execute();
      const [first] = rows;
      if (!first) return undefined;
      return {
        lines: rows.map((row) => ({ text: row.text, startedAt: row.started_at, endedAt: row.ended_at })),
        spans: await spansOf(db, first.classroom_id),
        cutStart: first.cut_start,
        videoVersion: first.media_version,
      };
    },

    async remove(archiveId: string): Promise<void> {
      await db.deleteFrom('recorded_lines').where('archive_id', '=', archiveId).execute();
    },

    /** Deletes the lines of archives that were published before `before`. */
    async removeOld(before: Date): Promise<void> {
      await sql`delete from recorded_lines l using archives a
        where a.id = l.archive_id and a.published_at < ${before}`.execute(db);
    },
  };
}

/** A sentence of one speaker. */
export interface OwnLine extends DraftLine {
  id: string;
}

/** Lines within other calls: SQL only. */
export const linesRepository = {
  /** Returns what somebody said into the recording of an archive, and when it was recorded. */
  async listOf(
    db: Db,
    archiveId: string,
    userId: string,
  ): Promise<{ lines: OwnLine[]; spans: LinesOfArchive['spans'] }> {
    const rows = await db
      .selectFrom('recorded_lines')
      .select(['id', 'classroom_id', 'text', 'started_at', 'ended_at'])
      .where('archive_id', '=', archiveId)
      .where('user_id', '=', userId)
      .orderBy('started_at')
      .execute();
    const lines = rows.map((row) => ({ id: row.id, text: row.text, startedAt: row.started_at, endedAt: row.ended_at }));
    return { lines, spans: rows[0] ? await spansOf(db, rows[0].classroom_id) : [] };
  },

  /** Replaces what these people said into the recording of an archive by what was recognized of it. */
  async replace(trx: Trx, archiveId: string, lines: readonly (DraftLine & { userId: string })[]): Promise<void> {
    if (lines.length === 0) return;
    // The source of an archive may be an event; its recording was made in a room.
    const { classroom_id: classroomId } = await trx
      .selectFrom('recorded_tracks')
      .select('classroom_id')
      .where('archive_id', '=', archiveId)
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const userId of new Set(lines.map((line) => line.userId)))
      await linesRepository.removeOf(trx, archiveId, userId);
    const column = <T>(of: (line: DraftLine & { userId: string }) => T) => lines.map(of);
    await sql`insert into recorded_lines (id, classroom_id, archive_id, user_id, text, started_at, ended_at)
      select id, ${classroomId}, ${archiveId}, user_id, text, started_at, ended_at
      from unnest(${column(() => newId('lin'))}::text[], ${column((line) => line.userId)}::text[], ${column((line) => line.text)}::text[],
        ${column((line) => line.startedAt)}::timestamptz[], ${column((line) => line.endedAt)}::timestamptz[])
        as said (id, user_id, text, started_at, ended_at)`.execute(trx);
  },

  async removeMany(trx: Trx, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await trx.deleteFrom('recorded_lines').where('id', 'in', ids).execute();
  },

  /** Gives the lines of a room to its archive. Without one they are deleted. */
  async collect(trx: Trx, classroomId: string, archiveId: string | null): Promise<void> {
    if (archiveId === null)
      await trx
        .deleteFrom('recorded_lines')
        .where('classroom_id', '=', classroomId)
        .where('archive_id', 'is', null)
        .execute();
    else
      await trx
        .updateTable('recorded_lines')
        .set({ archive_id: archiveId })
        .where('classroom_id', '=', classroomId)
        .where('archive_id', 'is', null)
        .execute();
  },

  /** Deletes what somebody has said. */
  async removeOf(trx: Trx, archiveId: string, userId: string): Promise<void> {
    await trx.deleteFrom('recorded_lines').where('archive_id', '=', archiveId).where('user_id', '=', userId).execute();
  },
};

async function spansOf(db: Db, classroomId: string): Promise<LinesOfArchive['spans']> {
  const spans = await db
    .selectFrom('recording_spans')
    .select(['started_at', 'ended_at'])
    .where('classroom_id', '=', classroomId)
    .orderBy('started_at')
    .execute();
  return spans.flatMap((span) => (span.ended_at ? [{ startedAt: span.started_at, endedAt: span.ended_at }] : []));
}
