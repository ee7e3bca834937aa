import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/**
 * An upper bound for one room: it holds at most 1,000 speakers and as many listeners as configured, who come and go.
 */
const MAX_ROWS = 5000;

export type RoomRecordsRepository = ReturnType<typeof createRoomRecordsRepository>;

/** Repository of attendance and bans. */
export function createRoomRecordsRepository(db: Db) {
  const people = (classroomId: string) =>
    db
      .selectFrom('classroom_users as p')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .select([
        'p.user_id',
        'p.anonymous_id',
        'p.guest_name',
        'p.role',
        'p.joined_at',
        'p.left_at',
        'p.present_since',
        'p.seconds_present',
        'p.kicked_at',
        'p.kicked_by',
      ])
      .select([
        sql<string | null>`case when u.state = 'withdrawn' then '退会したユーザー' else u.nickname end`.as('nickname'),
        sql<string | null>`case when u.state = 'withdrawn' then null else u.avatar_url end`.as('avatar_url'),
      ])
      .where('p.classroom_id', '=', classroomId)
      .limit(MAX_ROWS);

  return {
    /** Returns the series of a class; null also for the room of an event, which has a team of its own. */
    async findSeries(classroomId: string): Promise<string | null> {
      const row = await db
        .selectFrom('classrooms')
        .select('series_id')
        .where('id', '=', classroomId)
        .where('event_id', 'is', null)
        .executeTakeFirst();
      return row?.series_id ?? null;
    },

    listKicked: (classroomId: string) =>
      people(classroomId)
        .where('p.kicked_at', 'is not', null)
        .orderBy('p.kicked_at', 'desc')
        .orderBy('p.user_id')
        .execute(),
    /** Lists who was in which group, and when, in the order of their beginning. */
    listGroupStays: (classroomId: string) =>
      db
        .selectFrom('classroom_group_stays as y')
        .innerJoin('classroom_groups as g', 'g.id', 'y.group_id')
        .innerJoin('classroom_splits as s', 's.id', 'g.split_id')
        .select(['y.user_id', 'g.name', 'y.entered_at', 'y.left_at'])
        .where('s.classroom_id', '=', classroomId)
        .orderBy('y.entered_at')
        .orderBy('y.id')
        .limit(MAX_ROWS)
        .execute(),
    listPresent: (classroomId: string) =>
      people(classroomId).where('p.joined_at', 'is not', null).orderBy('p.joined_at').orderBy('p.user_id').execute(),
  };
}
