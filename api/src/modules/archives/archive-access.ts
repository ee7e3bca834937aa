import { isSchoolSeparated } from '../users/user-columns';

/*
 * Who finds and who watches an archive, decided here only. `a` is the archive; `viewerId` is the placeholder of the
 * signed-in viewer's id, or null for visitors.
 */

/** SQL: everybody may see that the archive exists, apart from the conditions of `isShownTo`. */
export const IS_PUBLISHED = `a.state = 'ready' and a.published_at is not null`;

/** SQL: the viewer's voice or picture was recorded. */
const isRecorded = (viewerId: string) =>
  `exists (select 1 from archive_parts part where part.archive_id = a.id and part.user_id = ${viewerId})`;

/**
 * SQL: a published archive is shown to the viewer: that of a private classroom to who was in it, that of a school which
 * keeps its pupils among themselves to them.
 */
export function isShownTo(viewerId: string | null): string {
  const isPrivate = `exists (select 1 from classrooms c where c.id = a.source_id and a.source = 'classroom' and c.private_mode)`;
  const wasThere =
    viewerId &&
    `a.host_id = ${viewerId} or exists (select 1 from classroom_users was where was.classroom_id = a.source_id and was.user_id = ${viewerId} and was.joined_at is not null and was.kicked_at is null)`;
  return `(not ${isPrivate}${wasThere ? ` or ${wasThere}` : ''}) and not ${isSchoolSeparated('a.host_id', viewerId ?? 'null')}`;
}

/**
 * SQL: the archive is found by its id. Its host finds it in every state, the recorded speakers while it is under
 * review.
 */
export function isFoundBy(viewerId: string | null): string {
  const isOpen = `(${IS_PUBLISHED} and ${isShownTo(viewerId)})`;
  if (!viewerId) return isOpen;
  return `(${isOpen} or a.host_id = ${viewerId} or (a.published_at is null and a.state in ('processing', 'ready') and ${isRecorded(viewerId)}))`;
}

/** SQL: the viewer meets the archive's access rule, has bought it, hosts it, or reviews it. */
export function mayWatch(viewerId: string | null): string {
  if (!viewerId) return `(a.access = 'public' and a.published_at is not null)`;
  return `(a.host_id = ${viewerId} or case when a.published_at is null then ${isRecorded(viewerId)} else
    a.access in ('public', 'signed_in')
    or (a.access = 'subscriber' and exists (select 1 from users v where v.id = ${viewerId} and v.is_subscribed))
    or (a.source = 'event' and exists (select 1 from participations p where p.event_id = a.source_id
      and p.user_id = ${viewerId} and p.state in ('confirmed', 'joined') and (a.access = 'ticket' or p.route = 'archive')))
    end)`;
}
