import type { ClassroomListRow, Statement } from './classroom-list-statement';
import { MY_ROLE } from './classroom-row';

/** What ties a viewer to a listed classroom and its host; the rest of a row is the same for everybody. */
type ViewerRelation = Pick<ClassroomListRow, 'my_role' | 'is_kicked' | 'is_reserved' | 'host_is_followed'>;

export type ViewerRelationRow = ViewerRelation & {
  id: string;
  /** The viewer's list has other rows than everybody's: they have blocked somebody or may see a private classroom. */
  has_own_list: boolean;
};

/** Builds the statement that reads how a viewer relates to each of these rows. */
export function viewerRelationsStatement(viewerId: string, rows: readonly ClassroomListRow[]): Statement {
  return { text: TEXT, values: [viewerId, rows.map(({ id }) => id), rows.map((row) => row.host_id)] };
}

// The subqueries do not depend on the row, so that each runs once.
const TEXT = `select k.id, ${MY_ROLE} as my_role, (me.kicked_at is not null) as is_kicked, reservation.user_id is not null as is_reserved,
    follow.followee_id is not null as host_is_followed,
    (exists (select 1 from user_blocks where blocker_id = $1)
      or exists (select 1 from classrooms where host_id = $1 and private_mode and event_id is null)
      or exists (select 1 from reservations r join classrooms p on p.id = r.classroom_id
        where r.user_id = $1 and p.private_mode and p.event_id is null)) as has_own_list
  from unnest($2::text[], $3::text[]) as k (id, host_id)
  left join classroom_users me on me.classroom_id = k.id and me.user_id = $1
  left join reservations reservation on reservation.classroom_id = k.id and reservation.user_id = $1
  left join follows follow on follow.follower_id = $1 and follow.followee_id = k.host_id`;
