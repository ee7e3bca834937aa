import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/**
 * Closes live rooms in which minors lack supervision, and reopens them when it is back. A child of 12 or under needs a
 * verified adult host or co-host in the room; other minors need its host to be present. Whoever is in a group is not in
 * the room meanwhile: groups have a rule of their own.
 */
export async function guardRooms(
  trx: Trx,
  { childrenBornAfter, minorsBornAfter, now }: { childrenBornAfter: string; minorsBornAfter: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with place as (
      select p.classroom_id,
        bool_or(u.birth_date > ${childrenBornAfter} and u.role <> 'professional') as has_children,
        bool_or(u.birth_date > ${minorsBornAfter} and u.role <> 'professional' and p.role <> 'host') as has_minors,
        bool_or(p.role = 'host') as has_host,
        bool_or(p.role in ('host', 'co_host') and u.birth_date <= ${minorsBornAfter} and u.state = 'active') as has_grown_up
      from classrooms c
      join classroom_users p on p.classroom_id = c.id and p.joined_at is not null and p.left_at is null
      join users u on u.id = p.user_id
      where c.state = 'live' and not exists (
        select from classroom_splits s join classroom_group_members m on m.split_id = s.id
        where s.classroom_id = c.id and s.closed_at is null and m.user_id = p.user_id)
      group by p.classroom_id)
    update classrooms c set is_guarded = not c.is_guarded, updated_at = ${now}
    from classrooms live left join place on place.classroom_id = live.id
    where c.id = live.id and c.state = 'live' and c.is_guarded <> coalesce(
      (place.has_children and not place.has_grown_up) or (place.has_minors and not place.has_host and not place.has_grown_up), false)
    returning c.id`.execute(trx);
  await markChanged(
    trx,
    rows.map(({ id }) => changed.room(id)),
    now,
  );
}
