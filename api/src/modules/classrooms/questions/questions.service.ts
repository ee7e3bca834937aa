import type {
  ClassroomQuestion,
  listClassroomQuestions,
  reportQuestion,
} from '@manabiba/shared/contract/classroom-questions';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { COMMENT_GAP_MS, MAX_OPEN_QUESTIONS } from '@manabiba/shared/contract/limits';
import type * as z from 'zod/mini';

import { countReport } from '../../../access/report-limit';
import { personIdOf, type SessionViewer, type SignedInViewer, type Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { decodeCursor, encodeCursor } from '../../../platform/database/cursor';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { idFor, newId } from '../../../platform/ids';
import { withHash } from '../../../platform/security/evidence';
import type { Limiter } from '../../../platform/security/limiter';
import { userMapper } from '../../users/user-columns';
import type { ClassroomsService } from '../classrooms.service';
import { requireModerator, requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import type { PinsService } from './pins.service';
import type { QuestionPosition, QuestionRow, QuestionsRepository } from './questions.repository';

interface QuestionsDeps {
  questions: QuestionsRepository;
  rooms: Pick<RoomsRepository, 'lockPerson' | 'listPresent'>;
  classrooms: Pick<ClassroomsService, 'access'>;
  pins: Pick<PinsService, 'drop'>;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  limiter: Limiter;
  clock: Clock;
}

/** Question rate limit per user, across all classrooms. */
const PACE = { max: 1, windowSeconds: COMMENT_GAP_MS / 1000 };

const toAuthor = userMapper('author_');

export type QuestionsService = ReturnType<typeof createQuestionsService>;

/** Questions in a live room: asked and voted for by those who are in it, settled by the host and co-hosts. */
export function createQuestionsService(deps: QuestionsDeps) {
  const { questions, rooms, classrooms, pins, write, limiter, clock } = deps;

  /** Locks the viewer's place. Throws `ended` or `not_joined` for a viewer who is not in the room now. */
  async function requireInside(trx: Trx, viewer: SignedInViewer, classroomId: string): Promise<void> {
    const place = requireRoom(await rooms.lockPerson(trx, classroomId, viewer.id));
    requireParticipant(place, clock.now());
  }

  /** Returns a question that the host may settle. */
  async function moderated(viewer: SignedInViewer, classroomId: string, id: string): Promise<QuestionRow> {
    requireModerator(await classrooms.access(viewer, classroomId, {}));
    return shown(await questions.find(classroomId, id, viewer.id));
  }

  async function take(trx: Trx, classroomId: string, id: string, state: 'dismissed' | 'withdrawn' | 'removed') {
    const from = state === 'withdrawn' ? (['open'] as const) : (['open', 'answered'] as const);
    const isTaken = await questions.settle(trx, classroomId, id, { state, from, now: clock.now() });
    if (isTaken) await pins.drop(trx, classroomId, id);
    return isTaken;
  }

  return {
    /** Returns a page of questions, and which of all the viewer has voted for. */
    async list(
      viewer: Viewer,
      classroomId: string,
      { cursor, limit, key }: z.output<typeof listClassroomQuestions.query>,
    ): Promise<EndpointOutput<typeof listClassroomQuestions>> {
      const after = positionOf(cursor);
      await classrooms.access(viewer, classroomId, { key });
      const viewerId = personIdOf(viewer);
      const [rows, votedIds] = await Promise.all([
        questions.list(classroomId, viewerId, { after, limit: limit + 1 }),
        viewerId === null ? [] : questions.listVoted(classroomId, viewerId),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map((row) => toQuestion(row, viewer, clock.now())),
        nextCursor: rows.length > limit && last ? cursorOf(last) : null,
        votedIds,
      };
    },

    /**
     * Asks a question. Pupils whose school does not let them speak get `role_required`. The question of an intent is
     * asked once, as with comments.
     */
    async ask(
      viewer: SignedInViewer,
      classroomId: string,
      { body, intent }: { body: string; intent: string | undefined },
    ): Promise<ClassroomQuestion> {
      await classrooms.access(viewer, classroomId, {});
      if (!viewer.canSpeak) throw new AppError('role_required');
      const id = intent === undefined ? newId('que') : idFor('que', [viewer.id, classroomId, intent].join(' '));
      const asked = intent === undefined ? undefined : await questions.find(classroomId, id, viewer.id);
      if (!asked) {
        await limiter.consume(`question:${viewer.id}`, PACE);
        await write(async (trx) => {
          await requireInside(trx, viewer, classroomId);
          const question = { id, classroomId, userId: viewer.id, body, now: clock.now() };
          if (!(await questions.create(trx, question)))
            throw new AppError('conflict', {
              sentence: `回答を待っている質問は、1人${MAX_OPEN_QUESTIONS}件までです。`,
            });
        });
      }
      const row = asked ?? (await questions.find(classroomId, id, viewer.id));
      if (!row) throw new Error(`Question ${id} is missing right after its insert`);
      if (row.body !== body) throw new AppError('idempotency_conflict');
      return toQuestion(row, viewer, clock.now());
    },

    /** Adds or takes back a vote. Throws `conflict` for one's own question and for one that is not open. */
    async vote(viewer: SignedInViewer, classroomId: string, id: string, isOn: boolean): Promise<void> {
      await classrooms.access(viewer, classroomId, {});
      const row = shown(await questions.find(classroomId, id, viewer.id));
      if (row.author_id === viewer.id) throw new AppError('conflict', { sentence: '自分の質問には投票できません。' });
      await write(async (trx) => {
        await requireInside(trx, viewer, classroomId);
        if (!(await questions.vote(trx, { classroomId, id, userId: viewer.id, isOn, now: clock.now() })))
          throw new AppError('conflict', { sentence: 'この質問は、もう受け付けを終えています。' });
      });
    },

    /** Marks a question as answered, or changes the written answer. */
    async answer(viewer: SignedInViewer, classroomId: string, id: string, answer = ''): Promise<ClassroomQuestion> {
      await moderated(viewer, classroomId, id);
      const isSettled = await write((trx) =>
        questions.settle(trx, classroomId, id, {
          state: 'answered',
          from: ['open', 'answered'],
          answer,
          now: clock.now(),
        }),
      );
      if (!isSettled) throw new AppError('not_found');
      return toQuestion(shown(await questions.find(classroomId, id, viewer.id)), viewer, clock.now());
    },

    /** Takes a question away for everybody. */
    async dismiss(viewer: SignedInViewer, classroomId: string, id: string): Promise<void> {
      requireModerator(await classrooms.access(viewer, classroomId, {}));
      if (!(await questions.find(classroomId, id, viewer.id))) throw new AppError('not_found');
      await write((trx) => take(trx, classroomId, id, 'dismissed'));
    },

    /** Takes back one's own question. Throws `conflict` once it is answered. */
    async withdraw(viewer: SignedInViewer, classroomId: string, id: string): Promise<void> {
      const row = await questions.find(classroomId, id, viewer.id);
      const isOwn = row?.author_id === viewer.id;
      await classrooms.access(viewer, classroomId, { isInvolved: isOwn });
      if (!row) throw new AppError('not_found');
      if (!isOwn) throw new AppError('not_owner');
      const isWithdrawn = await write((trx) => take(trx, classroomId, id, 'withdrawn'));
      if (!isWithdrawn && row.state !== 'withdrawn')
        throw new AppError('conflict', { sentence: '回答済みの質問は取り消せません。' });
    },

    /** Takes a question away for the staff. Repeating it changes nothing. */
    removeByStaff: (trx: Trx, classroomId: string, id: string) => take(trx, classroomId, id, 'removed'),

    /**
     * Reports a question to the staff. It and the participants are stored as they are now. `isNew` is false when the
     * same user has reported it before; anonymous viewers have a lower rate limit.
     */
    async report(
      viewer: SessionViewer,
      classroomId: string,
      id: string,
      { reason, detail = '', key }: z.output<typeof reportQuestion.body>,
    ): Promise<{ isNew: boolean }> {
      await classrooms.access(viewer, classroomId, { key });
      const question = await questions.find(classroomId, id, null);
      if (!question) throw new AppError('not_found');
      if (await questions.hasReported(id, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      const evidence = evidenceOf(question, await rooms.listPresent(classroomId));
      const isNew = await questions.report({
        id: newId('rep'),
        question,
        reporterId: viewer.id,
        reason,
        detail,
        evidence,
        now: clock.now(),
      });
      return { isNew };
    },
  };
}

/** The shape of the evidence of a reported comment, with the question alone. */
function evidenceOf(question: QuestionRow, roster: string[]) {
  const { id, author_id: userId, body, created_at: createdAt } = question;
  return withHash({ comments: [{ id, userId, body, createdAt: createdAt.toISOString(), deletedAt: null }], roster });
}

/** Throws `not_found` for a question that is gone for everybody. */
function shown(row: QuestionRow | undefined): QuestionRow {
  if (row?.state !== 'open' && row?.state !== 'answered') throw new AppError('not_found');
  return row;
}

function positionOf(cursor: string | undefined): QuestionPosition | null {
  if (cursor === undefined) return null;
  const [isAnswered, votes, micros, id] = decodeCursor(cursor, ['number', 'number', 'number', 'string']) as [
    number,
    number,
    number,
    string,
  ];
  // PostgreSQL refuses numbers beyond its int.
  return { isAnswered: Math.sign(isAnswered), votes: Math.min(Math.max(votes, 0), 1e9), micros, id };
}

const cursorOf = ({ state, vote_count: votes, created_micros: micros, id }: QuestionRow) =>
  encodeCursor([state === 'answered' ? 1 : 0, votes, micros, id]);

function toQuestion(row: QuestionRow, viewer: Viewer, now: Date): ClassroomQuestion {
  const hasAuthor = row.author_id !== null && row.author_state !== 'withdrawn';
  return {
    id: row.id,
    classroomId: row.classroom_id,
    user: hasAuthor ? toAuthor(row, viewer, now) : null,
    body: row.body,
    // A repeated call may get a question that was taken away meanwhile.
    state: row.state === 'answered' ? 'answered' : 'open',
    voteCount: row.vote_count,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
    isMine: row.author_id !== null && row.author_id === viewer.id,
    isBlocked: row.is_blocked,
  };
}
