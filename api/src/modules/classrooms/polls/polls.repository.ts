import type { PollAnswer, PollBody } from '@manabiba/shared/contract/classroom-polls';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import { tallyPolls } from './poll-results.repository';
import type { PollRow } from './poll-rules';

/** An upper bound for the answers of one class: 30 polls for as many people as its attendance lists would be more. */
const MAX_ANSWERS = 20_000;

interface Place {
  classroomId: string;
  pollId: string;
}
interface AnswersQuery {
  classroomId: string;
  pollId: string | undefined;
  viewerId: string;
  /** Who was born after this day is a minor. */
  minorsBornAfter: string;
}

export type PollsRepository = ReturnType<typeof createPollsRepository>;

/** Repository of the polls of classes. Every change to a live document marks it in the same transaction. */
export function createPollsRepository(db: Db) {
  const columnsOf = (body: PollBody) => ({
    kind: body.kind,
    question: body.question,
    options: body.options,
    correct: body.correct,
    is_named: body.isNamed,
    seconds: body.seconds,
  });

  return {
    tally: (trx: Trx | null, ids: readonly string[]) => tallyPolls(trx ?? db, ids),

    list: (classroomId: string): Promise<PollRow[]> =>
      db
        .selectFrom('classroom_polls')
        .selectAll()
        .where('classroom_id', '=', classroomId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    find: (trx: Trx, { classroomId, pollId }: Place): Promise<PollRow | undefined> =>
      trx
        .selectFrom('classroom_polls')
        .selectAll()
        .where('id', '=', pollId)
        .where('classroom_id', '=', classroomId)
        .executeTakeFirst(),

    /** Returns what a participant answered, by poll. */
    async answersOf(classroomId: string, userId: string): Promise<Map<string, PollAnswer>> {
      const rows = await db
        .selectFrom('classroom_poll_answers as a')
        .innerJoin('classroom_polls as p', 'p.id', 'a.poll_id')
        .select(['a.poll_id', 'a.choices', 'a.text'])
        .where('p.classroom_id', '=', classroomId)
        .where('a.user_id', '=', userId)
        .execute();
      return new Map(rows.map(({ poll_id: id, choices, text }) => [id, { choices, text }]));
    },

    /** Adds a draft unless the class has `max` polls; returns whether it did. The room must be locked. */
    async create(
      trx: Trx,
      { classroomId, pollId }: Place,
      body: PollBody,
      { max, now }: { max: number; now: Date },
    ): Promise<boolean> {
      const { n } = await trx
        .selectFrom('classroom_polls')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('classroom_id', '=', classroomId)
        .executeTakeFirstOrThrow();
      if (n >= max) return false;
      await trx
        .insertInto('classroom_polls')
        .values({ id: pollId, classroom_id: classroomId, ...columnsOf(body), created_at: now, updated_at: now })
        .execute();
      return true;
    },

    async update(trx: Trx, pollId: string, body: PollBody, now: Date): Promise<void> {
      await trx
        .updateTable('classroom_polls')
        .set({ ...columnsOf(body), updated_at: now })
        .where('id', '=', pollId)
        .execute();
    },

    async delete(trx: Trx, pollId: string): Promise<void> {
      await trx.deleteFrom('classroom_polls').where('id', '=', pollId).execute();
    },

    /** Opens a draft unless another poll of the class is open; returns whether it did. The room must be locked. */
    async open(
      trx: Trx,
      { classroomId, pollId }: Place,
      { closesAt, now }: { closesAt: Date | null; now: Date },
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('classroom_polls as p')
        .set({ opened_at: now, closes_at: closesAt, updated_at: now })
        .where('p.id', '=', pollId)
        .where(
          sql<boolean>`not exists (select from classroom_polls other where other.classroom_id = ${classroomId}
            and other.opened_at is not null and other.closed_at is null and (other.closes_at is null or other.closes_at > ${now}))`,
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await markChanged(trx, [changed.poll(classroomId, pollId)], now);
      if (closesAt) await markChanged(trx, [changed.pollClosing(classroomId, pollId)], closesAt);
      return true;
    },

    /** Closes an opened poll, whose first closing stays, and shows or hides its results. */
    async changeOpened(
      trx: Trx,
      { classroomId, pollId }: Place,
      { isClosed, isShown }: { isClosed: boolean; isShown?: boolean },
      now: Date,
    ): Promise<void> {
      await trx
        .updateTable('classroom_polls')
        .set({
          updated_at: now,
          ...(isClosed && { closed_at: sql<Date>`coalesce(closed_at, least(closes_at, ${now}::timestamptz))` }),
          ...(isShown !== undefined && { is_shown: isShown }),
        })
        .where('id', '=', pollId)
        .execute();
      await markChanged(trx, [changed.poll(classroomId, pollId)], now);
    },

    /**
     * Saves an answer while the poll is open; returns whether it did. One statement, and the lock of the poll's row, so that
     * no answer is counted after somebody has closed it.
     */
    async answer(
      trx: Trx,
      { classroomId, pollId, userId }: Place & { userId: string },
      { choices, text }: PollAnswer,
      now: Date,
    ): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`
        insert into classroom_poll_answers (poll_id, user_id, choices, text, answered_at)
        select p.id, ${userId}, ${choices}::smallint[], ${text}, ${now}::timestamptz from classroom_polls p
        where p.id = ${pollId} and p.opened_at is not null and p.closed_at is null and (p.closes_at is null or p.closes_at > ${now})
        for share
        on conflict (poll_id, user_id) do update set choices = excluded.choices, text = excluded.text, answered_at = excluded.answered_at`.execute(
        trx,
      );
      if (numAffectedRows === 0n) return false;
      await markChanged(trx, [changed.pollCount(classroomId, pollId)], now);
      return true;
    },

    /**
     * Lists answers. `nickname` and the time are null for anonymous polls, visitors, minors, people who are leaving, and
     * where they and the host or the viewer have blocked each other. Those answers are ordered by what they say, so that the
     * order names nobody.
     */
    listAnswers: ({ classroomId, pollId, viewerId, minorsBornAfter }: AnswersQuery) =>
      db
        .selectFrom('classroom_poll_answers as a')
        .innerJoin('classroom_polls as p', 'p.id', 'a.poll_id')
        .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
        .leftJoin('users as u', (join) =>
          join
            .onRef('u.id', '=', 'a.user_id')
            .on('p.is_named', '=', true)
            .on('u.state', '<>', 'withdrawn')
            .on('u.birth_date', '<=', minorsBornAfter)
            .on(
              sql<boolean>`not exists (select from user_blocks b where (b.blocker_id in (c.host_id, ${viewerId}) and b.blocked_id = u.id)
                or (b.blocker_id = u.id and b.blocked_id in (c.host_id, ${viewerId})))`,
            ),
        )
        .select(['a.poll_id', 'a.choices', 'a.text', 'u.nickname'])
        .select(sql<Date | null>`case when u.id is null then null else a.answered_at end`.as('answered_at'))
        .where('p.classroom_id', '=', classroomId)
        .$if(pollId !== undefined, (query) => query.where('p.id', '=', pollId ?? ''))
        .orderBy('p.created_at')
        .orderBy('p.id')
        .orderBy(sql`u.nickname nulls last`)
        .orderBy('a.choices')
        .orderBy('a.text')
        .limit(MAX_ANSWERS)
        .execute(),
  };
}
