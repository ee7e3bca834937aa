import type { ClassroomComment, QuotedComment } from '@manabiba/shared/contract/classroom-comments';
import { LIVE_COMMENTS } from '@manabiba/shared/contract/room-documents';
import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { ClassroomCommentsTable, CommentReportsTable } from '../../tables/classroom-comments';
import { changed } from '../classrooms/live-documents/room-documents';
import { markChanged } from '../realtime/live-outbox';
import { type UserRow, userSelection } from '../users/user-columns';
import { quoteOf } from './quote.repository';

type AuthorRow = { [K in keyof UserRow as `author_${K}`]: UserRow[K] };
type NoAuthor = { [K in keyof AuthorRow]: null };

/** A comment with its author; the author's columns are null when that user's row is gone. */
export type CommentRow = (AuthorRow | NoAuthor) &
  Pick<
    Selectable<ClassroomCommentsTable>,
    'id' | 'classroom_id' | 'body' | 'first_body' | 'created_at' | 'deleted_at' | 'deleted_by' | 'edited_at'
  > & { created_micros: number; is_blocked: boolean; reply_to: QuotedComment | null };

interface CommentsQuery {
  classroomId: string;
  viewerId: string | null;
  order: 'asc' | 'desc';
  after: TimePosition | null;
  limit: number;
}

/** A report with the surrounding comments and the participants at that time. */
interface NewReport {
  id: string;
  commentId: string;
  classroomId: string;
  reporterId: string;
  reason: CommentReportsTable['reason'];
  detail: string;
  evidence: ReportEvidence;
  now: Date;
}

export interface ReportEvidence {
  comments: { id: string; userId: string | null; body: string; createdAt: string; deletedAt: string | null }[];
  /** Ids of all participants in the room. */
  roster: string[];
  /** SHA-256 over both, which reveals later changes. */
  hash: string;
}

/** How many comments before and after a reported one are kept with the report. */
const EVIDENCE_AROUND = 10;

export function createClassroomCommentsRepository(db: Db) {
  /**
   * Adjusts the comment count and marks what changes in the live room: the comment itself, and the one that enters or
   * leaves the newest comments.
   */
  async function count(
    trx: Trx,
    { classroomId, commentId, by, now }: { classroomId: string; commentId: string; by: 1 | -1; now: Date },
  ): Promise<void> {
    const { state } = await trx
      .updateTable('classrooms')
      .set((eb) => ({ comment_count: eb('comment_count', '+', by) }))
      .where('id', '=', classroomId)
      .returning('state')
      .executeTakeFirstOrThrow();
    if (state !== 'live') return;
    const atEdge = await trx
      .selectFrom('classroom_comments')
      .select('id')
      .where('classroom_id', '=', classroomId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(LIVE_COMMENTS - 1)
      .limit(2)
      .execute();
    await markChanged(
      trx,
      [commentId, ...atEdge.map(({ id }) => id)].map((id) => changed.comment(classroomId, id)),
      now,
    );
  }

  /** Marks the replies to a comment, which quote its first line. */
  async function markReplies(
    trx: Trx,
    { classroomId, commentId, now }: { classroomId: string; commentId: string; now: Date },
  ): Promise<void> {
    const replies = await trx
      .selectFrom('classroom_comments')
      .select('id')
      .where('reply_to', '=', commentId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(LIVE_COMMENTS)
      .execute();
    await markChanged(
      trx,
      replies.map(({ id }) => changed.comment(classroomId, id)),
      now,
    );
  }

  const selectComments = (viewerId: string | null) =>
    db
      .selectFrom('classroom_comments as c')
      .leftJoin('users as author', 'author.id', 'c.user_id')
      .select([
        'c.id',
        'c.classroom_id',
        'c.body',
        'c.created_at',
        'c.deleted_at',
        'c.deleted_by',
        'c.edited_at',
        'c.first_body',
        quoteOf('c').as('reply_to'),
        toMicros('c.created_at').as('created_micros'),
      ])
      .select(
        sql<boolean>`exists (select 1 from user_blocks where blocker_id = ${viewerId} and blocked_id = c.user_id)`.as(
          'is_blocked',
        ),
      )
      .select(userSelection('author', 'author_', viewerId));

  return {
    list({ classroomId, viewerId, order, after, limit }: CommentsQuery): Promise<CommentRow[]> {
      const beyond = sql.raw(order === 'asc' ? '>' : '<');
      return selectComments(viewerId)
        .where('c.classroom_id', '=', classroomId)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(c.created_at, c.id) ${beyond} (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('c.created_at', order)
        .orderBy('c.id', order)
        .limit(limit)
        .execute() as Promise<CommentRow[]>;
    },

    /** Finds one comment of this classroom, deleted or not. */
    find(classroomId: string, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
      return selectComments(viewerId)
        .where('c.classroom_id', '=', classroomId)
        .where('c.id', '=', id)
        .executeTakeFirst() as Promise<CommentRow | undefined>;
    },

    /** Inserts a comment unless it exists. */
    async create(
      trx: Trx,
      comment: { id: string; classroomId: string; userId: string; body: string; replyTo: string | null; now: Date },
    ): Promise<void> {
      const written = await trx
        .insertInto('classroom_comments')
        .values({
          id: comment.id,
          classroom_id: comment.classroomId,
          user_id: comment.userId,
          body: comment.body,
          created_at: comment.now,
          reply_to: comment.replyTo,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!written) return;
      await count(trx, { classroomId: comment.classroomId, commentId: comment.id, by: 1, now: comment.now });
    },

    /** Changes the words of a comment. Returns false when it was deleted meanwhile. */
    async edit(
      trx: Trx,
      { classroomId, id, body, now }: { classroomId: string; id: string; body: string; now: Date },
    ): Promise<boolean> {
      const edited = await trx
        .updateTable('classroom_comments')
        .set((eb) => ({ body, edited_at: now, first_body: eb.fn.coalesce('first_body', eb.ref('body')) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!edited) return false;
      await markChanged(trx, [changed.comment(classroomId, id)], now);
      await markReplies(trx, { classroomId, commentId: id, now });
      return true;
    },

    /** Marks a comment as deleted. Of two concurrent deletions the first wins, and the counter changes once. */
    async delete(
      trx: Trx,
      {
        classroomId,
        id,
        by,
        now,
      }: { classroomId: string; id: string; by: NonNullable<ClassroomComment['deletedBy']>; now: Date },
    ): Promise<void> {
      const deleted = await trx
        .updateTable('classroom_comments')
        .set({ deleted_at: now, deleted_by: by })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!deleted) return;
      await count(trx, { classroomId, commentId: id, by: -1, now });
      await markReplies(trx, { classroomId, commentId: id, now });
    },

    /** Returns the comments around a comment and the current participants. */
    async findEvidence(classroomId: string, comment: TimePosition): Promise<Omit<ReportEvidence, 'hash'>> {
      const around = (isBefore: boolean) =>
        db
          .selectFrom('classroom_comments')
          .select(['id', 'user_id', 'body', 'first_body', 'created_at', 'deleted_at'])
          .where('classroom_id', '=', classroomId)
          .where(
            sql<boolean>`(created_at, id) ${sql.raw(isBefore ? '<=' : '>')} (${fromMicros(comment.micros)}, ${comment.id})`,
          )
          .orderBy('created_at', isBefore ? 'desc' : 'asc')
          .orderBy('id', isBefore ? 'desc' : 'asc')
          .limit(EVIDENCE_AROUND + (isBefore ? 1 : 0))
          .execute();
      const [before, after, roster] = await Promise.all([
        around(true),
        around(false),
        db
          .selectFrom('classroom_users')
          .select('user_id')
          .where('classroom_id', '=', classroomId)
          .where('joined_at', 'is not', null)
          .where('left_at', 'is', null)
          .orderBy('user_id')
          .execute(),
      ]);
      return {
        comments: [...before.reverse(), ...after].map((row) => ({
          id: row.id,
          userId: row.user_id,
          body: row.first_body === null ? row.body : `${row.body}\n(編集前)${row.first_body}`,
          createdAt: row.created_at.toISOString(),
          deletedAt: row.deleted_at?.toISOString() ?? null,
        })),
        roster: roster.map(({ user_id: id }) => id),
      };
    },

    /** Files a report; returns false when this user has already reported this comment. */
    async report({
      id,
      commentId,
      classroomId,
      reporterId,
      reason,
      detail,
      evidence,
      now,
    }: NewReport): Promise<boolean> {
      const filed = await db
        .insertInto('comment_reports')
        .values({
          id,
          comment_id: commentId,
          classroom_id: classroomId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['comment_id', 'reporter_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return filed !== undefined;
    },

    async hasReported(commentId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('comment_reports')
        .select('id')
        .where('comment_id', '=', commentId)
        .where('reporter_id', '=', reporterId)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

export type ClassroomCommentsRepository = ReturnType<typeof createClassroomCommentsRepository>;
