import { MAX_OPEN_QUESTIONS } from '@manabiba/shared/contract/limits';
import { LIVE_QUESTIONS } from '@manabiba/shared/contract/room-documents';
import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../../platform/database/time-position';
import type { ClassroomQuestionsTable, QuestionReportsTable } from '../../../tables/classroom-questions';
import { markChanged } from '../../realtime/live-outbox';
import { type UserRow, userSelection } from '../../users/user-columns';
import { changed } from '../live-documents/room-documents';

type AuthorRow = { [K in keyof UserRow as `author_${K}`]: UserRow[K] };
type NoAuthor = { [K in keyof AuthorRow]: null };

/** A question with its author; the author's columns are null when that user's row is gone. */
export type QuestionRow = (AuthorRow | NoAuthor) &
  Pick<Selectable<ClassroomQuestionsTable>, 'id' | 'classroom_id' | 'body' | 'state' | 'answer' | 'created_at'> & {
    created_micros: number;
    vote_count: number;
    is_blocked: boolean;
  };

/** The place of a question in the list: open before answered, then by votes, then by time. */
export interface QuestionPosition extends TimePosition {
  isAnswered: number;
  votes: number;
}

type QuestionState = Selectable<ClassroomQuestionsTable>['state'];

interface Settling {
  state: Exclude<QuestionState, 'open'>;
  /** The states in which this is possible. */
  from: readonly QuestionState[];
  answer?: string;
}

interface NewQuestionReport extends Pick<Selectable<QuestionReportsTable>, 'reason' | 'detail'> {
  id: string;
  question: QuestionRow;
  reporterId: string;
  evidence: object;
  now: Date;
}

export type QuestionsRepository = ReturnType<typeof createQuestionsRepository>;

/** Repository of the questions of classrooms, their votes and reports. */
export function createQuestionsRepository(db: Db) {
  const VOTES = sql<number>`(select count(*)::int from question_votes v where v.question_id = q.id)`;

  const selectQuestions = (viewerId: string | null) =>
    db
      .selectFrom('classroom_questions as q')
      .leftJoin('users as author', 'author.id', 'q.user_id')
      .select(['q.id', 'q.classroom_id', 'q.body', 'q.state', 'q.answer', 'q.created_at'])
      .select([
        toMicros('q.created_at').as('created_micros'),
        VOTES.as('vote_count'),
        sql<boolean>`exists (select 1 from user_blocks where blocker_id = ${viewerId} and blocked_id = q.user_id)`.as(
          'is_blocked',
        ),
      ])
      .select(userSelection('author', 'author_', viewerId));

  return {
    async list(
      classroomId: string,
      viewerId: string | null,
      { after, limit }: { after: QuestionPosition | null; limit: number },
    ): Promise<QuestionRow[]> {
      const isAnswered = sql<number>`(q.state = 'answered')::int`;
      const rows = await selectQuestions(viewerId)
        .where('q.classroom_id', '=', classroomId)
        .where('q.state', 'in', ['open', 'answered'])
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(${isAnswered}, -${VOTES}, q.created_at, q.id) > (${after?.isAnswered ?? 0}::int, ${-(after?.votes ?? 0)}::int, ${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy(isAnswered)
        .orderBy(VOTES, 'desc')
        .orderBy('q.created_at')
        .orderBy('q.id')
        .limit(limit)
        .execute();
      return rows as QuestionRow[];
    },

    async listVoted(classroomId: string, userId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('question_votes as v')
        .innerJoin('classroom_questions as q', 'q.id', 'v.question_id')
        .select('q.id')
        .where('q.classroom_id', '=', classroomId)
        .where('v.user_id', '=', userId)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Finds a question of this classroom in any state. */
    find: (classroomId: string, id: string, viewerId: string | null): Promise<QuestionRow | undefined> =>
      selectQuestions(viewerId)
        .where('q.classroom_id', '=', classroomId)
        .where('q.id', '=', id)
        .executeTakeFirst() as Promise<QuestionRow | undefined>,

    /** Inserts a question unless it exists. Returns false when the author has too many unanswered ones. */
    async create(
      trx: Trx,
      question: { id: string; classroomId: string; userId: string; body: string; now: Date },
    ): Promise<boolean> {
      const { id, classroomId, userId, body, now } = question;
      const { open } = await trx
        .selectFrom('classroom_questions')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      if (open >= MAX_OPEN_QUESTIONS) return false;
      await trx
        .insertInto('classroom_questions')
        .values({ id, classroom_id: classroomId, user_id: userId, body, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      await markChanged(trx, [changed.question(classroomId, id)], now);
      return true;
    },

    /** Adds or removes a vote for an open question. Returns false when it is not open. */
    async vote(
      trx: Trx,
      vote: { classroomId: string; id: string; userId: string; isOn: boolean; now: Date },
    ): Promise<boolean> {
      const { classroomId, id, userId, isOn, now } = vote;
      const open = await trx
        .selectFrom('classroom_questions')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'open')
        .forShare()
        .executeTakeFirst();
      if (!open) return false;
      const { numInsertedOrUpdatedRows: added = 0n } = isOn
        ? await trx
            .insertInto('question_votes')
            .values({ question_id: id, user_id: userId, created_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirstOrThrow()
        : {};
      const { numDeletedRows: removed = 0n } = isOn
        ? {}
        : await trx
            .deleteFrom('question_votes')
            .where('question_id', '=', id)
            .where('user_id', '=', userId)
            .executeTakeFirstOrThrow();
      if (added + removed > 0n) await markChanged(trx, [changed.questionVotes(classroomId, id)], now);
      return true;
    },

    /** Moves a question on. Returns false when its state does not allow it. */
    async settle(
      trx: Trx,
      classroomId: string,
      id: string,
      { state, from, answer, now }: Settling & { now: Date },
    ): Promise<boolean> {
      const settled = await trx
        .updateTable('classroom_questions')
        .set({ state, settled_at: now, ...(answer !== undefined && { answer }) })
        .where('id', '=', id)
        .where('classroom_id', '=', classroomId)
        .where('state', 'in', [...from])
        .returning('id')
        .executeTakeFirst();
      if (!settled) return false;
      await markChanged(trx, [changed.question(classroomId, id)], now);
      return true;
    },

    /** Files a report; returns false when this user has already reported this question. */
    async report({ id, question, reporterId, reason, detail, evidence, now }: NewQuestionReport): Promise<boolean> {
      const filed = await db
        .insertInto('question_reports')
        .values({
          id,
          question_id: question.id,
          classroom_id: question.classroom_id,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['question_id', 'reporter_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return filed !== undefined;
    },

    async hasReported(questionId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('question_reports')
        .select('id')
        .where('question_id', '=', questionId)
        .where('reporter_id', '=', reporterId)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

/** Marks the documents of the questions of a room, which appear with it and go with it. */
export async function markQuestions(trx: Trx, classroomId: string, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('classroom_questions')
    .select('id')
    .where('classroom_id', '=', classroomId)
    .where('state', 'in', ['open', 'answered'])
    .limit(LIVE_QUESTIONS * MAX_OPEN_QUESTIONS)
    .execute();
  await markChanged(
    trx,
    rows.map(({ id }) => changed.question(classroomId, id)),
    now,
  );
}
