import { LIVE_COMMENTS, livePaths, type RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { sql } from 'kysely';

import { hasLiveDocuments } from '../classrooms/live-documents/room-documents';
import type { LiveProjection } from '../realtime/live-projection';
import { quoteOf } from './quote.repository';

/** Projects the newest comments of rooms; deleted and older ones have no document. */
export const commentProjection: LiveProjection = {
  kinds: ['comment'],

  async project(trx, rows) {
    const found = await trx
      .selectFrom('classroom_comments as k')
      .innerJoin('classrooms as c', 'c.id', 'k.classroom_id')
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'k.user_id').on('u.state', '<>', 'withdrawn'))
      .select([
        'k.id',
        'k.classroom_id',
        'k.body',
        'k.created_at',
        'k.deleted_at',
        'k.edited_at',
        quoteOf('k').as('reply_to'),
        'u.id as author_id',
        'u.nickname',
        'u.avatar_url',
        'c.state',
        'c.forgotten_at',
      ])
      .select(
        sql<number>`(select count(*) from (select 1 from classroom_comments n where n.classroom_id = k.classroom_id and n.deleted_at is null
        and (n.created_at, n.id) > (k.created_at, k.id) limit ${LIVE_COMMENTS}) newer)`.as('newer'),
      )
      .where(
        'k.id',
        'in',
        rows.map((row) => row.subject_id),
      )
      .execute();
    const documents = new Map(
      found.map((comment): [string, RoomCommentDoc | null] => [
        `${livePaths.roomComments(comment.classroom_id)}/${comment.id}`,
        !hasLiveDocuments(comment) || comment.deleted_at !== null || comment.newer >= LIVE_COMMENTS
          ? null
          : {
              id: comment.id,
              userId: comment.author_id,
              nickname: comment.nickname ?? '退会したユーザー',
              avatarUrl: comment.avatar_url,
              body: comment.body,
              createdAt: comment.created_at.toISOString(),
              editedAt: comment.edited_at?.toISOString() ?? null,
              replyTo: comment.reply_to,
            },
      ]),
    );
    return { writes: rows.map(({ path }) => ({ path, data: documents.get(path) ?? null })) };
  },
};
