import type { MyClassroomRole } from '@manabiba/shared/contract/classrooms';

import { type Pool, queryPrepared } from '../../platform/database/db';
import type { TimePosition } from '../../platform/database/time-position';
import { classroomColumns, classroomJoins, type ClassroomRow } from './classroom-row';

export interface MyClassroomRow extends ClassroomRow {
  start_micros: number;
  is_host: boolean;
  has_attended: boolean;
}

export interface MyClassroomsQuery {
  userId: string;
  when: 'upcoming' | 'past';
  role: MyClassroomRole | undefined;
  after: TimePosition | null;
  limit: number;
}

/** Selects the ids of the classrooms in which a user ($1) has each role. */
const partIds: Record<MyClassroomRole, string> = {
  host: 'select id from classrooms where host_id = $1',
  reserved: 'select classroom_id from reservations where user_id = $1',
  attended: "select classroom_id from classroom_users where user_id = $1 and role <> 'host' and joined_at is not null",
};

/**
 * Builds the statement. Upcoming and live ones sort ascending by start, past or cancelled ones descending. Users do not
 * see classrooms from which they were removed. The text depends only on which filters are set, so each variant is
 * prepared once.
 */
function textOf({ when, role, after }: MyClassroomsQuery): string {
  const [states, direction, beyond] =
    when === 'upcoming' ? ["'live', 'scheduled'", 'asc', '>'] : ["'ended', 'cancelled'", 'desc', '<'];
  const ids = role === undefined ? Object.values(partIds).join(' union ') : partIds[role];
  const position = after
    ? `and (c.start_at, c.id) ${beyond} (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4)`
    : '';
  return `select ${classroomColumns('$1')}, (extract(epoch from c.start_at) * 1000000)::bigint as start_micros,
      c.host_id = $1 as is_host, coalesce(me.joined_at is not null and me.role <> 'host', false) as has_attended
    from classrooms c ${classroomJoins('$1')}
    where c.id in (${ids}) and c.state in (${states}) and c.event_id is null and me.kicked_at is null ${position}
    order by c.start_at ${direction}, c.id ${direction} limit $2`;
}

export type MyClassroomsRepository = ReturnType<typeof createMyClassroomsRepository>;

/** Finds classrooms by a user's role in them. */
export function createMyClassroomsRepository(pool: Pool) {
  return {
    /** Uses one statement, however many rows there are. */
    list(query: MyClassroomsQuery): Promise<MyClassroomRow[]> {
      const { userId, limit, after } = query;
      return queryPrepared<MyClassroomRow>(
        pool,
        textOf(query),
        after ? [userId, limit, after.micros, after.id] : [userId, limit],
      );
    },
  };
}
