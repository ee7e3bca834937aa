import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-ratings';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';

/** An upper bound for one class, as for its attendance. */
const MAX_ROWS = 5000;

interface NewRating {
  classroomId: string;
  userId: string;
  stars: number;
  note: string;
  now: Date;
}

export type RatingsRepository = ReturnType<typeof createRatingsRepository>;

/** Repository of what attendees said about a class, and of what an ended class was for them. */
export function createRatingsRepository(db: Db) {
  return {
    find: (classroomId: string, userId: string) =>
      db
        .selectFrom('classroom_ratings')
        .select(['stars', 'note', 'updated_at'])
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    /** Keeps one rating of each user: the latest. */
    async save(trx: Trx, { classroomId, userId, stars, note, now }: NewRating): Promise<void> {
      await trx
        .insertInto('classroom_ratings')
        .values({ classroom_id: classroomId, user_id: userId, stars, note, created_at: now, updated_at: now })
        .onConflict((conflict) =>
          conflict.columns(['classroom_id', 'user_id']).doUpdateSet({ stars, note, updated_at: now }),
        )
        .execute();
    },

    /**
     * Lists the ratings of a class, the latest first. The ratings of people who are leaving are gone. `nickname` is null
     * for those born after the given day, and where they and the host have blocked each other.
     */
    list: (classroomId: string, { minorsBornAfter }: { minorsBornAfter: string }) =>
      db
        .selectFrom('classroom_ratings as r')
        .innerJoin('classrooms as c', 'c.id', 'r.classroom_id')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select(['r.stars', 'r.note', 'r.updated_at'])
        .select(
          sql<string | null>`case when u.birth_date > ${minorsBornAfter} or exists (
            select 1 from user_blocks b
            where (b.blocker_id = c.host_id and b.blocked_id = u.id) or (b.blocker_id = u.id and b.blocked_id = c.host_id)
          ) then null else u.nickname end`.as('nickname'),
        )
        .where('r.classroom_id', '=', classroomId)
        .where('u.state', '<>', 'withdrawn')
        .orderBy('r.updated_at', 'desc')
        .orderBy('r.user_id')
        .limit(MAX_ROWS)
        .execute(),

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
