import { livePaths, type RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { subMilliseconds } from 'date-fns';
import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { LiveProjection } from '../../realtime/live-projection';
import type { LiveWrite } from '../../realtime/live-store';
import { hasLiveDocuments } from '../live-documents/room-documents';
import { tallyPolls } from './poll-results.repository';
import { closingOf, pollStateOf } from './poll-rules';

/** Minimum interval between updates of the number of answers to a poll, in milliseconds. */
const COUNT_GAP_MS = 1_000;

/**
 * Projects the polls that were opened in rooms. The number of answers is a separate kind: a whole class may answer within
 * seconds, and every participant would receive each number. Results and right answers are in the document only while
 * they are shown.
 */
export const pollProjection: LiveProjection = {
  kinds: ['poll', 'poll_count'],

  isHeldBack: (now) => sql<boolean>`(o.kind = 'poll_count' and exists (
    select from live_poll_counts s where s.poll_id = o.subject_id and s.shown_at > ${subMilliseconds(now, COUNT_GAP_MS)}))`,

  async project(trx, rows, now) {
    const ids = [...new Set(rows.map((row) => row.subject_id))];
    const found = await trx
      .selectFrom('classroom_polls as p')
      .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
      .selectAll('p')
      .select(['c.state', 'c.forgotten_at', 'c.ended_at'])
      .where('p.id', 'in', ids)
      .execute();
    const tallies = await tallyPolls(trx, ids);
    const shown: string[] = [];
    const gone: string[] = [];
    const writes = found.map((poll): LiveWrite => {
      const path = `${livePaths.roomPolls(poll.classroom_id)}/${poll.id}`;
      const state = pollStateOf(poll, poll, now);
      const tally = tallies.get(poll.id);
      if (!hasLiveDocuments(poll) || state === 'draft' || poll.opened_at === null || !tally) {
        gone.push(poll.id);
        return { path, data: null };
      }
      shown.push(poll.id);
      const data: RoomPollDoc = {
        id: poll.id,
        kind: poll.kind,
        question: poll.question,
        options: poll.options,
        isNamed: poll.is_named,
        state,
        openedAt: poll.opened_at.toISOString(),
        closesAt: closingOf(poll, poll)?.toISOString() ?? null,
        isShown: poll.is_shown,
        answerCount: tally.answerCount,
        correct: poll.is_shown ? poll.correct : null,
        results: poll.is_shown ? tally.results : null,
        updatedAt: now.toISOString(),
      };
      return { path, data };
    });
    return { writes, afterWrite: () => noteCounts(trx, { shown, gone }, now) };
  },
};

/** Records which numbers were just written, and which polls no longer have a document. */
async function noteCounts(
  trx: Trx,
  { shown, gone }: { shown: readonly string[]; gone: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`delete from live_poll_counts where poll_id = any(${[...gone]}::text[])`.execute(trx);
  await sql`insert into live_poll_counts (poll_id, shown_at) select unnest(${[...shown]}::text[]), ${now}
    on conflict (poll_id) do update set shown_at = excluded.shown_at`.execute(trx);
}
