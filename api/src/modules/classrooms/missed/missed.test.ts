import { livePaths } from '@manabiba/shared/contract/room-documents';
import { subMinutes, subSeconds } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertComment,
  insertLiveRoom,
  insertParticipant,
  insertQuestion,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { insertPoll } from '../polls/testing/insert-poll';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const ago = (seconds: number) => subSeconds(world.clock.now(), seconds);
/** How long ago that was, in whole seconds: the clock runs on. */
const secondsSince = (time: string | null) =>
  time && Math.round((world.clock.now().getTime() - Date.parse(time)) / 1000);
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

interface Room {
  /** When the pupil left, in seconds before now. */
  leftAgo: number;
  joinedAgo: number;
}

/** A live room of the professional that the pupil, who is a minor, has left. */
async function room({ leftAgo = 120, joinedAgo = 280 }: Partial<Room> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
  await insertParticipant(world.db, id, world.people.adult);
  await insertParticipant(world.db, id, world.people.student, {
    role: 'listener',
    joined_at: ago(joinedAgo),
    left_at: ago(leftAgo),
  });
  return id;
}
const join = (id: string, caller: Caller = 'student') =>
  world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd-phone', takeOver: true });
const missed = (id: string, since = '', caller: Caller = 'student') =>
  world.as(caller).get(`/classrooms/${id}/missed${since && `?since=${since}`}`);
const comment = (id: string, seconds: number, given: { user_id?: string; body?: string } = {}) =>
  insertComment(world.db, { classroom_id: id, user_id: world.people.adult, created_at: ago(seconds), ...given });

describe('listMissed', () => {
  it('returns what others did while a minor was away, the oldest first', async () => {
    const id = await room();
    await comment(id, 150, { body: '出る前' });
    await comment(id, 100, { body: '図で見るとわかります。' });
    await comment(id, 95, { user_id: world.people.student });
    const question = await insertQuestion(world.db, {
      classroom_id: id,
      user_id: world.people.adult,
      body: '負の角度でも同じですか。',
      created_at: ago(90),
    });
    await insertPoll(world.db, { classroom_id: id, question: '単位円は?', opened_at: ago(80) });
    await insertPoll(world.db, { classroom_id: id });
    await world.as('professional').put(`/classrooms/${id}/pin`, { kind: 'question', subjectId: question });
    await world.as('professional').delete(`/classrooms/${id}/pin`);
    await join(id);
    const { body } = await missed(id);
    expect(secondsSince(body.since)).toBe(120);
    expect(body.counts).toEqual({ comment: 1, question: 1, poll: 1, pin: 1 });
    expect(body.items.map(({ kind, body: words }: { kind: string; body: string }) => `${kind} ${words}`)).toEqual([
      'comment 図で見るとわかります。',
      'question 負の角度でも同じですか。',
      'poll 単位円は?',
      'pin 負の角度でも同じですか。',
    ]);
  });

  it("returns that the host has pinned the viewer's own question", async () => {
    const id = await room();
    const own = { classroom_id: id, user_id: world.people.student, created_at: ago(150) };
    const question = await insertQuestion(world.db, own);
    await world.as('professional').put(`/classrooms/${id}/pin`, { kind: 'question', subjectId: question });
    await join(id);
    expect((await missed(id)).body.counts).toEqual({ comment: 0, question: 0, poll: 0, pin: 1 });
  });

  it('returns nothing deleted, dismissed, or of a blocked user', async () => {
    const id = await room();
    const gone = await comment(id, 100);
    await world.db
      .updateTable('classroom_comments')
      .set({ deleted_at: ago(90) })
      .where('id', '=', gone)
      .execute();
    await insertQuestion(world.db, { classroom_id: id, user_id: null, state: 'dismissed', created_at: ago(80) });
    await comment(id, 70, { user_id: world.people.otherAdult });
    await world.db
      .insertInto('user_blocks')
      .values({ blocker_id: world.people.student, blocked_id: world.people.otherAdult, created_at: ago(500) })
      .execute();
    await join(id);
    expect((await missed(id)).body).toMatchObject({ items: [], counts: { comment: 0, question: 0 } });
  });

  it('counts all, returns the newest fifty of a kind, and never hides another kind behind them', async () => {
    const id = await room();
    await insertPoll(world.db, { classroom_id: id, opened_at: ago(119) });
    for (let count = 0; count < 52; count++) await comment(id, 110 - count, { body: `${count}` });
    await join(id);
    const { body } = await missed(id);
    expect(body.counts).toMatchObject({ comment: 52, poll: 1 });
    expect(body.items.map((item: { body: string }) => item.body).slice(1, 2)).toEqual(['2']);
    expect(body.items).toHaveLength(51);
  });

  it.each([
    ['a first visit', { caller: 'school' as const }, null],
    ['a reload', { leftAgo: 2 }, null],
    ['an absence of more than ten minutes', { leftAgo: 900, joinedAgo: 1000 }, 600],
    ['the time before they first joined', { given: 250, joinedAgo: 200 }, 200],
    ['an outage that the browser has seen', { given: 30 }, 30],
  ])(
    'knows %s',
    async (
      _what,
      { caller = 'student', given, ...left }: Partial<Room> & { caller?: Caller; given?: number },
      expected,
    ) => {
      const id = await room(left);
      await join(id, caller);
      const { body } = await missed(id, given === undefined ? '' : ago(given).toISOString(), caller);
      expect(secondsSince(body.since)).toBe(expected);
    },
  );

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['otherStudent', '409 not_joined'],
    ['adult', '200'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(answerOf(await missed(await room(), '', caller))).toBe(expected);
  });

  it('is over with the class', async () => {
    const id = await room();
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(answerOf(await missed(id, '', 'adult'))).toBe('410 ended');
  });

  it('keeps the absence of a window that was closed without a word', async () => {
    const id = await room();
    await world.db
      .updateTable('classroom_users')
      .set({ left_at: null, last_seen_at: subMinutes(world.clock.now(), 1) })
      .where('user_id', '=', world.people.student)
      .execute();
    await join(id);
    expect(secondsSince((await missed(id)).body.since)).toBe(60);
  });
});

describe('the queue of hands', () => {
  const spoken = async (id: string, caller: Caller = 'adult') => (await join(id, caller)).body.me.hasSpoken as boolean;
  const set = (id: string, caller: Caller, newVoicesFirst = true) =>
    world.as(caller).patch(`/classrooms/${id}`, { newVoicesFirst });

  it.each([
    ['professional', '200'],
    ['otherAdult', '403 not_owner'],
    ['adult', '403 not_owner'],
    ['anonymous', '401 unauthenticated'],
  ] as [Caller, string][])('has an order that %s changes with %s', async (caller, expected) => {
    const id = await room();
    await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
    expect(answerOf(await set(id, caller))).toBe(expected);
    expect((await join(id, 'adult')).body.room.newVoicesFirst).toBe(expected === '200');
  });

  it('is shown to everybody in the room at once', async () => {
    const id = await room();
    await world.db.deleteFrom('live_outbox').execute();
    await set(id, 'professional');
    const marked = await world.db.selectFrom('live_outbox').select('path').execute();
    expect(marked.map(({ path }) => path)).toContain(livePaths.room(id));
  });

  it('is over with the class', async () => {
    const id = await room();
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(answerOf(await set(id, 'professional'))).toBe('410 ended');
  });

  it('counts an open microphone as having spoken, and a muted one not', async () => {
    const id = await room();
    expect(await spoken(id)).toBe(false);
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: true });
    expect(await spoken(id)).toBe(false);
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: false });
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: true });
    expect(await spoken(id)).toBe(true);
  });

  it('counts the heartbeat of an open microphone, but not of one that the host has muted', async () => {
    const id = await room();
    const beat = () =>
      world
        .as('adult')
        .post(`/classrooms/${id}/presence`, {
          isMuted: false,
          isCameraOn: false,
          isScreenOn: true,
          connection: 'good',
        });
    await world.as('professional').patch(`/classrooms/${id}/muting`, { userId: world.people.adult, muted: true });
    await beat();
    expect(await spoken(id)).toBe(false);
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: true });
    await world.db.updateTable('classroom_users').set({ muted_by_host: false }).execute();
    await beat();
    expect(await spoken(id)).toBe(true);
  });

  it('counts the permission to speak', async () => {
    const id = await room();
    await join(id);
    await world.as('professional').put(`/classrooms/${id}/users/${world.people.student}/roles`, { role: 'speaker' });
    expect(await spoken(id, 'student')).toBe(true);
  });
});
