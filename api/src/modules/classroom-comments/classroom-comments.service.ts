import type {
  ClassroomComment,
  listClassroomComments,
  reportClassroomComment,
  updateClassroomComment,
} from '@manabiba/shared/contract/classroom-comments';
import { COMMENT_EDIT_MINUTES, COMMENT_GAP_MS } from '@manabiba/shared/contract/limits';
import { addMinutes } from 'date-fns';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import { personIdOf, type SessionViewer, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { pageOf, positionOf } from '../../platform/database/time-position';
import type { Write } from '../../platform/database/transaction';
import { idFor, newId } from '../../platform/ids';
import { withHash } from '../../platform/security/evidence';
import type { Limiter } from '../../platform/security/limiter';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { PinsService } from '../classrooms/questions/pins.service';
import { userMapper } from '../users/user-columns';
import type { ClassroomCommentsRepository, CommentRow } from './classroom-comments.repository';

interface ClassroomCommentsDeps {
  comments: ClassroomCommentsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  classrooms: ClassroomsService;
  /** What is pinned to the stage follows its comment. */
  pins: Pick<PinsService, 'drop' | 'followWords'>;
  limiter: Limiter;
  clock: Clock;
}

interface NewComment {
  body: string;
  /** The comment of the same classroom that it replies to. */
  replyTo?: string | undefined;
  /** The key of a private classroom. */
  key?: string | undefined;
  intent: string | undefined;
}

type ListQuery = z.output<typeof listClassroomComments.query>;

/** Comment rate limit per user, across all classrooms. */
const PACE = { max: 1, windowSeconds: COMMENT_GAP_MS / 1000 };

const toAuthor = userMapper('author_');

/** Comments in a classroom. */
export function createClassroomCommentsService(deps: ClassroomCommentsDeps) {
  const { comments, write, classrooms, pins, limiter, clock } = deps;

  /** Deletes a comment, also from the stage. */
  async function erase(
    trx: Trx,
    comment: { classroomId: string; id: string; by: NonNullable<ClassroomComment['deletedBy']> },
  ): Promise<void> {
    await comments.delete(trx, { ...comment, now: clock.now() });
    await pins.drop(trx, comment.classroomId, comment.id);
  }

  /** Throws `not_found` for a comment that cannot be replied to: deleted, or of another classroom. */
  async function requireQuotable(classroomId: string, id: string): Promise<void> {
    const quoted = await comments.find(classroomId, id, null);
    if (!quoted || quoted.deleted_at) throw new AppError('not_found');
  }

  return {
    /** Returns a page of comments by time. Deleted ones keep their place with an empty body. */
    async list(viewer: Viewer, classroomId: string, { cursor, limit, order, key }: ListQuery) {
      const after = positionOf(cursor);
      await classrooms.access(viewer, classroomId, { key });
      const rows = await comments.list({ classroomId, viewerId: personIdOf(viewer), order, after, limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.created_micros, id: row.id }));
      return { items: shown.map((row) => toComment(row, viewer, clock.now())), nextCursor };
    },

    /**
     * Writes a comment. Pupils whose school does not let them speak get `role_required`; a second comment within a
     * second is `rate_limited`. The comment of an intent is written once, even when a crash lost the answer: a
     * repetition returns it, and with another text is `idempotency_conflict`.
     */
    async create(
      viewer: SignedInViewer,
      classroomId: string,
      { body, replyTo, key, intent }: NewComment,
    ): Promise<ClassroomComment> {
      await classrooms.access(viewer, classroomId, { key });
      if (!viewer.canSpeak) throw new AppError('role_required');
      const id = intent === undefined ? newId('com') : idFor('com', [viewer.id, classroomId, intent].join(' '));
      const written = intent === undefined ? undefined : await comments.find(classroomId, id, viewer.id);
      if (!written) {
        if (replyTo !== undefined) await requireQuotable(classroomId, replyTo);
        await limiter.consume(`comment:${viewer.id}`, PACE);
        await write((trx) =>
          comments.create(trx, {
            id,
            classroomId,
            userId: viewer.id,
            body,
            replyTo: replyTo ?? null,
            now: clock.now(),
          }),
        );
      }
      const row = written ?? (await comments.find(classroomId, id, viewer.id));
      if (!row) throw new Error(`Comment ${id} is missing right after its insert`);
      if ((row.first_body ?? row.body) !== body) throw new AppError('idempotency_conflict');
      return toComment(row, viewer, clock.now());
    },

    /**
     * Changes the viewer's own comment, under the rules of writing one. Throws `not_owner` for others', and `conflict`
     * when it is too late.
     */
    async edit(
      viewer: SignedInViewer,
      classroomId: string,
      id: string,
      { body, key }: z.output<typeof updateClassroomComment.body>,
    ): Promise<ClassroomComment> {
      await classrooms.access(viewer, classroomId, { key });
      const row = await comments.find(classroomId, id, viewer.id);
      if (!row || row.deleted_at) throw new AppError('not_found');
      if (row.author_id !== viewer.id) throw new AppError('not_owner');
      if (!viewer.canSpeak) throw new AppError('role_required');
      const now = clock.now();
      if (now >= addMinutes(row.created_at, COMMENT_EDIT_MINUTES))
        throw new AppError('conflict', {
          sentence: `コメントを編集できるのは、書いてから${COMMENT_EDIT_MINUTES}分間です。`,
        });
      if (row.body === body) return toComment(row, viewer, now);
      // Apart from new comments: a typo is seen the moment after.
      await limiter.consume(`comment-edit:${viewer.id}`, PACE);
      await write(async (trx) => {
        if (!(await comments.edit(trx, { classroomId, id, body, now }))) throw new AppError('not_found');
        await pins.followWords(trx, classroomId, id);
      });
      const edited = await comments.find(classroomId, id, viewer.id);
      if (!edited) throw new Error(`Comment ${id} is missing right after its edit`);
      return toComment(edited, viewer, clock.now());
    },

    /**
     * Deletes a comment: one's own, or any as host or co-host; others get `not_owner`. The row stays, to keep the place
     * in the conversation and any reports. Repeating it changes nothing.
     */
    async delete(viewer: SignedInViewer, classroomId: string, id: string): Promise<void> {
      const row = await comments.find(classroomId, id, viewer.id);
      const isOwn = row?.author_id === viewer.id;
      const access = await classrooms.access(viewer, classroomId, { isInvolved: isOwn });
      if (!row) throw new AppError('not_found');
      const by = deleterOf(isOwn, access.myRole);
      if (!by) throw new AppError('not_owner');
      await write((trx) => erase(trx, { classroomId, id, by }));
    },

    /** Deletes a comment for the staff. Repeating it changes nothing. */
    deleteByStaff: (trx: Trx, classroomId: string, id: string) => erase(trx, { classroomId, id, by: 'staff' }),

    /**
     * Reports a comment to staff. The surrounding comments and the participants are stored as they are now, whatever is
     * deleted later. `isNew` is false when the same user has reported it before; anonymous viewers have a lower rate
     * limit.
     */
    async report(
      viewer: SessionViewer,
      classroomId: string,
      commentId: string,
      { reason, detail = '', key }: z.output<typeof reportClassroomComment.body>,
    ): Promise<{ isNew: boolean }> {
      await classrooms.access(viewer, classroomId, { key });
      const comment = await comments.find(classroomId, commentId, null);
      if (!comment) throw new AppError('not_found');
      if (await comments.hasReported(commentId, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      const evidence = await comments.findEvidence(classroomId, { micros: comment.created_micros, id: comment.id });
      const isNew = await comments.report({
        id: newId('rep'),
        commentId,
        classroomId,
        reporterId: viewer.id,
        reason,
        detail,
        evidence: withHash(evidence),
        now: clock.now(),
      });
      return { isNew };
    },
  };
}

function deleterOf(isOwn: boolean, role: string | null): 'author' | 'host' | 'co_host' | null {
  if (isOwn) return 'author';
  return role === 'host' || role === 'co_host' ? role : null;
}

function toComment(row: CommentRow, viewer: Viewer, now: Date): ClassroomComment {
  const hasAuthor = row.author_id !== null && row.author_state !== 'withdrawn';
  return {
    id: row.id,
    classroomId: row.classroom_id,
    user: hasAuthor ? toAuthor(row, viewer, now) : null,
    body: row.deleted_at ? '' : row.body,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    deletedBy: row.deleted_by,
    isMine: row.author_id !== null && row.author_id === viewer.id,
    isBlocked: row.is_blocked,
    editedAt: row.edited_at?.toISOString() ?? null,
    replyTo: row.reply_to,
  };
}

export type ClassroomCommentsService = ReturnType<typeof createClassroomCommentsService>;
