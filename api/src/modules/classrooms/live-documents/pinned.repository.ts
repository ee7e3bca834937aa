import type { PinnedDoc } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects what is pinned to the stage of the classroom that the query names `alias`; null when nothing is, or when it
 * was deleted.
 */
export const pinnedOf = (classroomId: RawBuilder<unknown>): RawBuilder<PinnedDoc | null> => sql<PinnedDoc | null>`(
  select jsonb_build_object(
    'kind', case when pin.question_id is null then 'comment' else 'question' end,
    'id', coalesce(pin.question_id, pin.comment_id),
    'userId', author.id,
    'nickname', coalesce(author.nickname, '退会したユーザー'),
    'body', coalesce(pq.body, pc.body),
    'pinnedAt', to_char(pin.pinned_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from classroom_pins pin
  left join classroom_questions pq on pq.id = pin.question_id and pq.state in ('open', 'answered')
  left join classroom_comments pc on pc.id = pin.comment_id and pc.deleted_at is null
  left join users author on author.id = coalesce(pq.user_id, pc.user_id) and author.state <> 'withdrawn'
  where pin.classroom_id = ${classroomId} and pin.unpinned_at is null and coalesce(pq.id, pc.id) is not null)`;
