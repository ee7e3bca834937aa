import type { listMissed, MissedItem } from '@manabiba/shared/contract/classroom-missed';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

type Missed = Pick<EndpointOutput<typeof listMissed>, 'counts' | 'items'>;

interface MissedRow extends Omit<MissedItem, 'at'> {
  at: Date;
  total: number;
}

/** How many of the newest of each kind are returned; the others are only counted. */
const MAX_OF_KIND = 50;

export type MissedRepository = ReturnType<typeof createMissedRepository>;

/** What happened in rooms, for those who return. A kind is a part of the statement; live documents keep no history. */
export function createMissedRepository(db: Db) {
  return {
    /**
     * Returns what others than the viewer did since then, pins of the viewer's words included, without deleted words and
     * those of blocked users.
     */
    async list(classroomId: string, viewerId: string, since: Date): Promise<Missed> {
      const isOfOthers = sql`(w.user_id is null or (w.kind = 'pin' or w.user_id <> ${viewerId}) and not exists (
        select from user_blocks b where b.blocker_id = ${viewerId} and b.blocked_id = w.user_id))`;
      const { rows } = await sql<MissedRow>`
        with words as (
          select 'comment' as kind, id, user_id, body, created_at as at from classroom_comments
          where classroom_id = ${classroomId} and created_at > ${since} and deleted_at is null
          union all
          select 'question', id, user_id, body, created_at from classroom_questions
          where classroom_id = ${classroomId} and created_at > ${since} and state in ('open', 'answered')
          union all
          select 'pin', p.id, coalesce(q.user_id, c.user_id), coalesce(q.body, c.body), p.pinned_at from classroom_pins p
          left join classroom_questions q on q.id = p.question_id and q.state in ('open', 'answered')
          left join classroom_comments c on c.id = p.comment_id and c.deleted_at is null
          where p.classroom_id = ${classroomId} and p.pinned_at > ${since} and p.pinned_by is distinct from ${viewerId}
            and coalesce(q.id, c.id) is not null
        ), missed as (
          select w.kind, w.id, coalesce(u.nickname, '退会したユーザー') as nickname, w.body, w.at from words w
          left join users u on u.id = w.user_id and u.state <> 'withdrawn'
          where ${isOfOthers}
          union all
          select 'poll', id, null, question, opened_at from classroom_polls
          where classroom_id = ${classroomId} and opened_at > ${since}
        ), ranked as (
          select *, (count(*) over (partition by kind))::int as total,
            row_number() over (partition by kind order by at desc, id) as place from missed
        )
        select kind, id, nickname, body, at, total from ranked where place <= ${MAX_OF_KIND} order by at, id`.execute(
        db,
      );
      const totalOf = (kind: MissedItem['kind']) => rows.find((row) => row.kind === kind)?.total ?? 0;
      return {
        counts: {
          comment: totalOf('comment'),
          question: totalOf('question'),
          poll: totalOf('poll'),
          pin: totalOf('pin'),
        },
        items: rows.map(({ total: _total, at, ...item }) => ({ ...item, at: at.toISOString() })),
      };
    },
  };
}
