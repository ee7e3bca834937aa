import { mayWatch } from './archive-access';
import type { ArchiveRow } from './archive-row';

/** What ties a viewer to a listed archive and its host; the rest of a row is the same for everybody. */
export type ArchiveRelationRow = Pick<ArchiveRow, 'id' | 'can_watch' | 'position_seconds' | 'host_is_followed'> & {
  /** The viewer's list has other rows than everybody's: archives of private classrooms that they were in. */
  has_own_list: boolean;
};

/**
 * SQL: how the viewer, `$1`, relates to the archives with the ids `$2`. The last column does not depend on the row, so
 * that its subqueries run once; `offset 0` has them begin with the rooms of the viewer, not with all that are private.
 */
export const ARCHIVE_RELATIONS = `select a.id, ${mayWatch('$1')} as can_watch, coalesce(w.position_seconds, 0) as position_seconds,
    follow.followee_id is not null as host_is_followed,
    (exists (select 1 from archives own join classrooms c on c.id = own.source_id
        where own.host_id = $1 and own.source = 'classroom' and c.private_mode)
      or exists (select 1 from (select classroom_id from classroom_users where user_id = $1 and joined_at is not null and kicked_at is null offset 0) was
        join classrooms c on c.id = was.classroom_id
        join archives seen on seen.source_id = c.id and seen.source = 'classroom'
        where c.private_mode)) as has_own_list
  from archives a
  left join archive_positions w on w.user_id = $1 and w.archive_id = a.id
  left join follows follow on follow.follower_id = $1 and follow.followee_id = a.host_id
  where a.id = any($2)`;
