import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-summaries';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

export type SummaryRepository = ReturnType<typeof createSummaryRepository>;

/** Repository of what an ended class was. */
export function createSummaryRepository(db: Db) {
  return {
    /** Counts who was in the room besides its host. */
    async countAttendees(classroomId: string): Promise<number> {
      const { rows } = await sql<{ attendees: number }>`select count(*)::int as attendees from classroom_users
        where classroom_id = ${classroomId} and joined_at is not null and role <> 'host'`.execute(db);
      return rows[0]?.attendees ?? 0;
    },

    /**
     * Counts the classrooms of a host that a user has attended up to this one without missing one. Private ones and those
     * for people under 25 are not missed by whoever was not in them.
     */
    async countInARow(classroomId: string, userId: string): Promise<number> {
      const attended = sql`exists (select 1 from classroom_users p
        where p.classroom_id = c.id and p.user_id = ${userId} and p.joined_at is not null and p.kicked_at is null)`;
      const { rows } = await sql<{ in_a_row: number }>`
        with held as (
          select c.start_at, ${attended} as is_attended, c.all_users and not c.private_mode as is_open
          from classrooms c join classrooms this on this.id = ${classroomId} and c.host_id = this.host_id
          where c.state = 'ended' and c.event_id is null and c.start_at <= this.start_at
        )
        select count(*)::int as in_a_row from held
        where is_attended
          and start_at > coalesce((select max(start_at) from held where is_open and not is_attended), '-infinity')`.execute(
        db,
      );
      return rows[0]?.in_a_row ?? 0;
    },

    /** Returns how far the recording of an ended class is. */
    async recordingOf(classroomId: string): Promise<ClassroomSummary['recording']> {
      const { rows } = await sql<{ recording: ClassroomSummary['recording'] }>`
        select case
          when a.id is null then case when c.recording then 'processing' else 'none' end
          when a.state = 'failed' then 'failed'
          when a.state = 'hidden' then 'none'
          when a.published_at is not null then 'published'
          when a.media_version is not null then 'review'
          else 'processing' end as recording
        from classrooms c left join archives a on a.id = c.archive_id where c.id = ${classroomId}`.execute(db);
      return rows[0]?.recording ?? 'none';
    },
  };
}
