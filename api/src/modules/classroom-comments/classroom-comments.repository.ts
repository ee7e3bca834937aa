import { sql } from 'kysely';
import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { Db } from '../../platform/db';
import { fromMicros, toMicros, type TimePosition } from '../../platform/time-position';
import { inTransaction } from '../../platform/transaction';
import { userSelection, type UserRow } from '../users/user-columns';

type AuthorRow = { [K in keyof UserRow as `author_${K}`]: UserRow[K] };
type NoAuthor = { [K in keyof AuthorRow]: null };

/** A comment and who wrote it; its author's columns are null when that person's row is gone. */
export type CommentRow = (AuthorRow | NoAuthor) & {
  id: string;
  classroom_id: string;
  body: string;
  created_at: Date;
  created_micros: number;
  deleted_at: Date | null;
  deleted_by: ClassroomComment['deletedBy'];
};

interface CommentsQuery {
  classroomId: string;
  viewerId: string | null;
  order: 'asc' | 'desc';
  after: TimePosition | null;
  limit: number;
}

export function createClassroomCommentsRepository(db: Db) {
  const selectComments = (viewerId: string | null) => db.selectFrom('classroom_comments as c')
    .leftJoin('users as author', 'author.id', 'c.user_id')
    .select(['c.id', 'c.classroom_id', 'c.body', 'c.created_at', 'c.deleted_at', 'c.deleted_by', toMicros('c.created_at').as('created_micros')])
    .select(userSelection('author', 'author_', viewerId));

  return {
    list({ classroomId, viewerId, order, after, limit }: CommentsQuery): Promise<CommentRow[]> {
      const beyond = sql.raw(order === 'asc' ? '>' : '<');
      return selectComments(viewerId)
        .where('c.classroom_id', '=', classroomId)
        .$if(after !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) ${beyond} (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`))
        .orderBy('c.created_at', order).orderBy('c.id', order)
        .limit(limit)
        .execute() as Promise<CommentRow[]>;
    },

    /** One comment of this classroom, deleted or not. */
    find(classroomId: string, id: string, viewerId: string | null): Promise<CommentRow | undefined> {
      return selectComments(viewerId)
        .where('c.classroom_id', '=', classroomId).where('c.id', '=', id)
        .executeTakeFirst() as Promise<CommentRow | undefined>;
    },

    create(comment: { id: string; classroomId: string; userId: string; body: string; now: Date }): Promise<void> {
      return inTransaction(db, async (trx) => {
        await trx.insertInto('classroom_comments')
          .values({ id: comment.id, classroom_id: comment.classroomId, user_id: comment.userId, body: comment.body, created_at: comment.now, deleted_by: null })
          .execute();
        await trx.updateTable('classrooms')
          .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
          .where('id', '=', comment.classroomId)
          .execute();
      });
    },

    /** Marks a comment as deleted. Of two who do it at once the first stands, and the counter moves once. */
    delete(classroomId: string, id: string, by: NonNullable<ClassroomComment['deletedBy']>, now: Date): Promise<void> {
      return inTransaction(db, async (trx) => {
        const deleted = await trx.updateTable('classroom_comments')
          .set({ deleted_at: now, deleted_by: by })
          .where('id', '=', id).where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!deleted) return;
        await trx.updateTable('classrooms')
          .set((eb) => ({ comment_count: eb('comment_count', '-', 1) }))
          .where('id', '=', classroomId)
          .execute();
      });
    },
  };
}

export type ClassroomCommentsRepository = ReturnType<typeof createClassroomCommentsRepository>;
