import { livePaths, type RoomQuestionDoc } from '@manabiba/shared/contract/room-documents';
import { subMilliseconds } from 'date-fns';
import { sql } from 'kysely';

import type { LiveProjection } from '../../realtime/live-projection';
import type { LiveWrite } from '../../realtime/live-store';
import { hasLiveDocuments } from '../live-documents/room-documents';

/** Minimum interval between two writes of a question because of its votes, in milliseconds. */
const VOTES_GAP_MS = 1_000;

/**
 * Projects the open and answered questions of rooms. Votes are a separate kind: a class votes within a second, and every
 * participant would receive each number.
 */
export const questionProjection: LiveProjection = {
  kinds: ['question', 'question_votes'],

  isHeldBack: (now) => sql<boolean>`(o.kind = 'question_votes' and exists (
    select from classroom_questions s where s.id = o.subject_id and s.shown_at > ${subMilliseconds(now, VOTES_GAP_MS)}))`,

  async project(trx, rows, now) {
    const ids = [...new Set(rows.map((row) => row.subject_id))];
    const found = await trx
      .selectFrom('classroom_questions as q')
      .innerJoin('classrooms as c', 'c.id', 'q.classroom_id')
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'q.user_id').on('u.state', '<>', 'withdrawn'))
      .select(['q.id', 'q.classroom_id', 'q.body', 'q.state as question_state', 'q.answer', 'q.created_at'])
      .select(['u.id as author_id', 'u.nickname', 'u.avatar_url', 'c.state', 'c.forgotten_at'])
      .select(sql<number>`(select count(*)::int from question_votes v where v.question_id = q.id)`.as('vote_count'))
      .where('q.id', 'in', ids)
      .execute();
    const writes = found.map((question): LiveWrite => {
      const { question_state: state } = question;
      const data: RoomQuestionDoc | null =
        hasLiveDocuments(question) && (state === 'open' || state === 'answered')
          ? {
              id: question.id,
              userId: question.author_id,
              nickname: question.nickname ?? '退会したユーザー',
              avatarUrl: question.avatar_url,
              body: question.body,
              state,
              voteCount: question.vote_count,
              answer: question.answer,
              createdAt: question.created_at.toISOString(),
            }
          : null;
      return { path: `${livePaths.roomQuestions(question.classroom_id)}/${question.id}`, data };
    });
    const known = new Set(found.map(({ id }) => id));
    const gone = rows
      .filter(({ kind, subject_id: id }) => kind === 'question' && !known.has(id))
      .map(({ path }): LiveWrite => ({ path, data: null }));
    return {
      writes: [...writes, ...gone],
      afterWrite: async () => {
        await trx.updateTable('classroom_questions').set({ shown_at: now }).where('id', 'in', ids).execute();
      },
    };
  },
};
