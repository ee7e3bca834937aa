import type {
  answerClassroomPoll,
  ClassroomPoll,
  listClassroomPollAnswers,
  listClassroomPolls,
  PollAnswer,
  PollBody,
} from '@manabiba/shared/contract/classroom-polls';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_POLLS } from '@manabiba/shared/contract/limits';
import { addSeconds } from 'date-fns';
import type * as z from 'zod/mini';

import type { SessionViewer, SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { ADULT_AGE, bornBy } from '../../users/age';
import { isModeratorOf } from '../classroom-rules';
import type { Place } from '../room/room-row';
import { isOver, requireModerator, requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { answerFor, closingOf, type PollRow, pollStateOf, requireWriter } from './poll-rules';
import type { PollsRepository } from './polls.repository';

const OPENED = 'このアンケートは、もう開始しています。';
const NOT_OPENED = 'このアンケートは、まだ開始していません。';
const CLOSED = 'このアンケートは、締め切られました。';
const OTHER_OPEN = 'ほかのアンケートが開いています。締め切ってから始めてください。';

interface PollsDeps {
  polls: PollsRepository;
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
}
interface PollPlace {
  classroomId: string;
  pollId: string;
}

export type PollsService = ReturnType<typeof createPollsService>;

/** Polls and quizzes of a class: hosts and co-hosts prepare and lead them, participants answer. */
export function createPollsService({ polls, rooms, write, clock }: PollsDeps) {
  /** Returns the locked room as its host or co-host. */
  async function lockModerated(trx: Trx, viewer: SignedInViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
    requireModerator(place.access);
    return place;
  }

  async function requirePoll(trx: Trx, place: PollPlace): Promise<PollRow> {
    const poll = await polls.find(trx, place);
    if (!poll) throw new AppError('not_found');
    return poll;
  }

  /** Returns a poll as its host sees it. */
  async function shownToHost(trx: Trx, place: PollPlace, { room }: Place): Promise<ClassroomPoll> {
    const poll = await requirePoll(trx, place);
    const tally = (await polls.tally(trx, [poll.id])).get(poll.id);
    return { ...toPoll(poll, room, clock.now()), ...tally, correct: poll.correct };
  }

  async function changeDraft(
    viewer: SignedInViewer,
    place: PollPlace,
    change: (trx: Trx, found: Place, poll: PollRow) => Promise<void>,
  ): Promise<ClassroomPoll> {
    return write(async (trx) => {
      const found = await lockModerated(trx, viewer, place.classroomId);
      const poll = await requirePoll(trx, place);
      if (poll.opened_at !== null) throw new AppError('conflict', { sentence: OPENED });
      await change(trx, found, poll);
      return shownToHost(trx, place, found);
    });
  }

  async function changeOpened(
    viewer: SignedInViewer,
    place: PollPlace,
    set: { isClosed: boolean; isShown?: boolean },
  ): Promise<ClassroomPoll> {
    return write(async (trx) => {
      const found = await lockModerated(trx, viewer, place.classroomId);
      const poll = await requirePoll(trx, place);
      if (poll.opened_at === null) throw new AppError('conflict', { sentence: NOT_OPENED });
      await polls.changeOpened(trx, place, set, clock.now());
      return shownToHost(trx, place, found);
    });
  }

  return {
    /**
     * Lists the polls of a class: all of them with their results for host and co-hosts; for who has been in the room the
     * opened ones, with results once they are shown.
     */
    async list(viewer: SessionViewer, classroomId: string): Promise<EndpointOutput<typeof listClassroomPolls>> {
      const { room, me, access } = requireRoom(await rooms.find(classroomId, viewer.id));
      const isModerator = isModeratorOf(access);
      if (!isModerator && !me?.joined_at) throw new AppError('role_required');
      const now = clock.now();
      const rows = (await polls.list(classroomId)).filter((row) => isModerator || row.opened_at !== null);
      const [tallies, mine] = await Promise.all([
        polls.tally(
          null,
          rows.map(({ id }) => id),
        ),
        polls.answersOf(classroomId, viewer.id),
      ]);
      const items = rows.map((row): ClassroomPoll => {
        const isRevealed = isModerator || row.is_shown;
        const tally = tallies.get(row.id);
        return {
          ...toPoll(row, room, now),
          answerCount: tally?.answerCount ?? 0,
          ...(isRevealed && { correct: row.correct, results: tally?.results ?? null }),
          myAnswer: mine.get(row.id) ?? null,
        };
      });
      return { items, serverTime: now.toISOString() };
    },

    /** Prepares a poll. Throws `conflict` for the 31st of a class, and `ended` once the class is over. */
    create(viewer: SignedInViewer, classroomId: string, body: PollBody): Promise<ClassroomPoll> {
      const place = { classroomId, pollId: newId('pol') };
      return write(async (trx) => {
        const found = await lockModerated(trx, viewer, classroomId);
        const now = clock.now();
        if (isOver(found.room, now)) throw new AppError('ended');
        if (!(await polls.create(trx, place, body, { max: MAX_POLLS, now })))
          throw new AppError('conflict', { sentence: `アンケートは、1つの教室に${MAX_POLLS}個までです。` });
        return shownToHost(trx, place, found);
      });
    },

    /** Changes a draft. Throws `conflict` once it was opened. */
    update: (viewer: SignedInViewer, place: PollPlace, body: PollBody): Promise<ClassroomPoll> =>
      changeDraft(viewer, place, async (trx, { room }) => {
        if (isOver(room, clock.now())) throw new AppError('ended');
        await polls.update(trx, place.pollId, body, clock.now());
      }),

    /** Deletes a draft. Throws `conflict` once it was opened. */
    delete: (viewer: SignedInViewer, place: PollPlace): Promise<void> =>
      write(async (trx) => {
        await lockModerated(trx, viewer, place.classroomId);
        const { opened_at: openedAt } = await requirePoll(trx, place);
        if (openedAt !== null) throw new AppError('conflict', { sentence: OPENED });
        await polls.delete(trx, place.pollId);
      }),

    /** Opens a draft in the live room. `seconds` absent: as prepared. Throws `conflict` while another one is open. */
    open: (viewer: SignedInViewer, place: PollPlace, seconds: number | null | undefined): Promise<ClassroomPoll> =>
      changeDraft(viewer, place, async (trx, found, poll) => {
        const now = clock.now();
        requireParticipant(found, now);
        const openFor = seconds === undefined ? poll.seconds : seconds;
        const closesAt = openFor === null ? null : addSeconds(now, openFor);
        if (!(await polls.open(trx, place, { closesAt, now })))
          throw new AppError('conflict', { sentence: OTHER_OPEN });
      }),

    close: (viewer: SignedInViewer, place: PollPlace) => changeOpened(viewer, place, { isClosed: true }),

    /** Shows the results to the participants, which closes the poll, or hides them again. */
    show: (viewer: SignedInViewer, place: PollPlace, isShown: boolean) =>
      changeOpened(viewer, place, { isClosed: isShown, isShown }),

    /**
     * Saves or changes the answer of a participant who does not lead the class. Throws `conflict` once the poll is closed,
     * and `invalid` for an answer that does not fit it.
     */
    answer: (
      viewer: SessionViewer,
      { classroomId, pollId }: PollPlace,
      given: z.output<typeof answerClassroomPoll.body>,
    ): Promise<PollAnswer> =>
      write(async (trx) => {
        const place = requireRoom(await rooms.lockPerson(trx, classroomId, viewer.id));
        const now = clock.now();
        requireParticipant(place, now);
        if (isModeratorOf(place.access)) throw new AppError('role_required');
        const poll = await requirePoll(trx, { classroomId, pollId });
        if (poll.opened_at === null) throw new AppError('not_found');
        if (poll.kind === 'text') requireWriter(viewer);
        const answer = answerFor(poll, given);
        if (!(await polls.answer(trx, { classroomId, pollId, userId: viewer.id }, answer, now)))
          throw new AppError('conflict', { sentence: CLOSED });
        return answer;
      }),

    /** Lists the answers to one or all polls for host and co-hosts. */
    async answers(
      viewer: SignedInViewer,
      classroomId: string,
      pollId: string | undefined,
    ): Promise<EndpointOutput<typeof listClassroomPollAnswers>> {
      requireModerator(requireRoom(await rooms.find(classroomId, viewer.id)).access);
      const minorsBornAfter = bornBy(ADULT_AGE, clock.now());
      const rows = await polls.listAnswers({ classroomId, pollId, viewerId: viewer.id, minorsBornAfter });
      return {
        items: rows.map((row) => ({
          pollId: row.poll_id,
          choices: row.choices,
          text: row.text,
          nickname: row.nickname,
          answeredAt: row.answered_at?.toISOString() ?? null,
        })),
      };
    },
  };
}

/** Converts to a poll without what only some may see. */
function toPoll(poll: PollRow, room: Place['room'], now: Date): ClassroomPoll {
  return {
    id: poll.id,
    kind: poll.kind,
    question: poll.question,
    options: poll.options,
    isNamed: poll.is_named,
    seconds: poll.seconds,
    state: pollStateOf(poll, room, now),
    openedAt: poll.opened_at?.toISOString() ?? null,
    closesAt: closingOf(poll, room)?.toISOString() ?? null,
    isShown: poll.is_shown,
    answerCount: 0,
    correct: null,
    results: null,
    myAnswer: null,
  };
}
