import { addSeconds, subMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertLiveRoom,
  insertParticipant,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { keepPeople, type PersonName } from '../../../testing/test-people';
import { insertPoll } from './testing/insert-poll';

let world: TestApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  restorePeople = await keepPeople(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await restorePeople();
  await world.db.deleteFrom('user_blocks').execute();
});
afterAll(() => world.close());

const person = (name: PersonName | 'anonymous') => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const draft = {
  kind: 'single',
  question: 'いちばん近い恒星は?',
  options: ['太陽', 'シリウス', 'ベガ'],
  correct: [0],
  isNamed: false,
  seconds: null,
};
const inside = ['adult', 'student', 'child', 'school', 'subscriber'] as const;

/** Inserts a live room of the professional with otherAdult as co-host, the usual users and a visitor. */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: person('professional'), ...given }, world.clock.now());
  await insertParticipant(world.db, id, person('otherAdult'), { role: 'co_host' });
  for (const name of inside) await insertParticipant(world.db, id, person(name), { role: 'speaker' });
  await insertParticipant(world.db, id, person('anonymous'), { role: 'listener', anonymous_id: person('anonymous') });
  return id;
}
/** Inserts a poll that has been open for a minute. */
const openPoll = (classroomId: string, given: Partial<Parameters<typeof insertPoll>[1]> = {}) =>
  insertPoll(world.db, { classroom_id: classroomId, opened_at: subMinutes(world.clock.now(), 1), ...given });
const call = (caller: Caller, id: string, rest = '') => ({
  list: () => world.as(caller).get(`/classrooms/${id}/polls`),
  create: (body: object = draft) => world.as(caller).post(`/classrooms/${id}/polls`, body),
  update: (body: object = draft) => world.as(caller).put(`/classrooms/${id}/polls/${rest}`, body),
  delete: () => world.as(caller).delete(`/classrooms/${id}/polls/${rest}`),
  open: (body: object = {}) => world.as(caller).post(`/classrooms/${id}/polls/${rest}/open`, body),
  close: () => world.as(caller).post(`/classrooms/${id}/polls/${rest}/close`),
  show: (isShown = true) => world.as(caller).put(`/classrooms/${id}/polls/${rest}/results`, { isShown }),
  answer: (body: object = { choices: [1] }) => world.as(caller).put(`/classrooms/${id}/polls/${rest}/answer`, body),
  answers: () => world.as(caller).get(`/classrooms/${id}/poll_answers${rest && `?pollId=${rest}`}`),
});
const outbox = async () =>
  (await world.db.selectFrom('live_outbox').select(['path', 'due_at']).orderBy('path').execute()).filter(({ path }) =>
    path.includes('/polls/'),
  );

describe('preparing', () => {
  it('keeps a draft from the host before the class, and changes and deletes it', async () => {
    const id = await insertClassroom(world.db, { host_id: person('professional') });
    const { status, body } = await call('professional', id).create();
    expect({ status, body }).toMatchObject({ status: 201, body: { ...draft, state: 'draft', isShown: false } });
    const changed = { ...draft, kind: 'text', question: 'ひとことで?', options: [], correct: [], seconds: 60 };
    expect((await call('professional', id, body.id).update(changed)).body).toMatchObject(changed);
    expect(codeOf(await call('professional', id, body.id).delete())).toBe('204');
    expect((await call('professional', id).list()).body.items).toEqual([]);
    expect(await outbox()).toEqual([]);
  });

  it.each([
    ['adult', '403 role_required'],
    ['child', '403 role_required'],
    ['anonymous', '401 unauthenticated'],
    ['unauthenticated', '401 unauthenticated'],
    ['suspended', '403 suspended'],
    ['staff', '403 role_required'],
    ['otherAdult', '201'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(codeOf(await call(caller, await room()).create())).toBe(expected);
  });

  it.each<[string, object, object]>([
    ['one option', { options: ['太陽'], correct: [] }, { options: '選択肢を2個以上入力してください。' }],
    ['eleven options', { options: [...'あいうえおかきくけこさ'] }, { options: '選択肢は10個までです。' }],
    ['the same option twice', { options: ['太陽', ' 太陽'] }, { options: '同じ選択肢があります。' }],
    ['an empty option', { options: ['太陽', ' '] }, { 'options.1': '選択肢を入力してください。' }],
    ['a long option', { options: ['太陽', 'あ'.repeat(81)] }, { 'options.1': '80文字以内で入力してください。' }],
    ['no question', { question: ' ' }, { question: '質問を入力してください。' }],
    ['a long question', { question: 'あ'.repeat(201) }, { question: '200文字以内で入力してください。' }],
    ['a right answer that is no option', { correct: [3] }, { correct: '正解を選択肢から選んでください。' }],
    ['options of a text', { kind: 'text' }, { options: '記述式には、選択肢を付けられません。' }],
    ['nine seconds', { seconds: 9 }, { seconds: '時間は、10秒から10分までです。' }],
  ])('refuses %s at the field', async (_what, change, fields) => {
    const id = await room();
    expect(await call('professional', id).create({ ...draft, ...change })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields },
    });
  });

  it('takes 30 polls of a class, also when two of its hosts add the last one at once', async () => {
    const id = await room();
    for (let n = 0; n < 29; n += 1) await insertPoll(world.db, { classroom_id: id });
    const both = await Promise.all([call('professional', id).create(), call('otherAdult', id).create()]);
    expect(both.map(codeOf).sort()).toEqual(['201', '409 conflict']);
  });

  it('is over with the class, and never changes what was opened', async () => {
    const id = await room();
    const opened = await openPoll(id);
    expect(codeOf(await call('professional', id, opened).update())).toBe('409 conflict');
    expect(codeOf(await call('professional', id, opened).delete())).toBe('409 conflict');
    await world.db.updateTable('classrooms').set({ state: 'ended' }).where('id', '=', id).execute();
    expect(codeOf(await call('professional', id).create())).toBe('410 ended');
  });

  it('does not find the poll of another class', async () => {
    const [id, other] = [await room(), await room()];
    const poll = await insertPoll(world.db, { classroom_id: other });
    for (const act of ['update', 'delete', 'open', 'close', 'show', 'answer'] as const) {
      const caller = act === 'answer' ? 'adult' : 'professional';
      expect([act, codeOf(await call(caller, id, poll)[act]())]).toEqual([act, '404 not_found']);
    }
  });
});

describe('opening and closing', () => {
  it('opens for the prepared time, and writes its live document now and when the time is over', async () => {
    const id = await room();
    const poll = await insertPoll(world.db, { classroom_id: id, seconds: 30 });
    const { body } = await call('professional', id, poll).open();
    const now = new Date(body.openedAt);
    expect(body).toMatchObject({ state: 'open', closesAt: addSeconds(now, 30).toISOString() });
    expect(await outbox()).toEqual([
      { path: `rooms/${id}/polls/${poll}`, due_at: now },
      { path: `rooms/${id}/polls/${poll}#closing`, due_at: addSeconds(now, 30) },
    ]);
  });

  it('opens once, and one at a time, whoever is first', async () => {
    const id = await room();
    const [one, other] = [
      await insertPoll(world.db, { classroom_id: id }),
      await insertPoll(world.db, { classroom_id: id }),
    ];
    const answers = await Promise.all([
      call('professional', id, one).open(),
      call('otherAdult', id, one).open(),
      call('otherAdult', id, other).open(),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['200', '409 conflict', '409 conflict']);
    const { items } = (await call('professional', id).list()).body;
    const { id: open } = items.find(({ state }: { state: string }) => state === 'open');
    await call('professional', id, open).close();
    const next = open === one ? other : one;
    expect(codeOf(await call('professional', id, next).open({ seconds: 10 }))).toBe('200');
    expect(codeOf(await call('professional', id, open).open())).toBe('409 conflict');
  });

  it('lets the next one open when the time of the last is over', async () => {
    const id = await room();
    const now = world.clock.now();
    await openPoll(id, { closes_at: now });
    const next = await insertPoll(world.db, { classroom_id: id });
    expect(codeOf(await call('professional', id, next).open())).toBe('200');
  });

  it.each<[string, object, Caller, string]>([
    ['before the class', { state: 'scheduled', started_at: null }, 'professional', '409 not_joined'],
    ['after the class', { state: 'ended' }, 'professional', '410 ended'],
    ['by a participant', {}, 'adult', '403 role_required'],
  ])('is refused %s', async (_when, given, caller, expected) => {
    const id = await room(given);
    if ('started_at' in given)
      await world.db.updateTable('classroom_users').set({ joined_at: null }).where('classroom_id', '=', id).execute();
    expect(codeOf(await call(caller, id, await insertPoll(world.db, { classroom_id: id })).open())).toBe(expected);
  });

  it('keeps the moment of the first closing, and closes nothing that was not opened', async () => {
    const id = await room();
    const poll = await openPoll(id, { closes_at: addSeconds(world.clock.now(), 60) });
    const before = world.clock.now();
    const first = (await call('professional', id, poll).close()).body.closesAt;
    expect(new Date(first).getTime() - before.getTime()).toBeLessThan(5000);
    world.clock.advance(1000);
    expect((await call('otherAdult', id, poll).close()).body.closesAt).toBe(first);
    const prepared = await insertPoll(world.db, { classroom_id: id });
    expect(codeOf(await call('professional', id, prepared).close())).toBe('409 conflict');
    expect(codeOf(await call('professional', id, prepared).show())).toBe('409 conflict');
  });
});

describe('answering', () => {
  it.each([
    ['adult', '200', '200'],
    ['student', '200', '200'],
    ['child', '200', '403 age_restricted'],
    ['school', '200', '200'],
    ['anonymous', '200', '401 unauthenticated'],
    ['professional', '403 role_required', '403 role_required'],
    ['otherAdult', '403 role_required', '403 role_required'],
    ['otherStudent', '409 not_joined', '409 not_joined'],
    ['suspended', '403 suspended', '403 suspended'],
    ['unauthenticated', '401 unauthenticated', '401 unauthenticated'],
  ] as [Caller, string, string][])(
    'answers %s with %s for a choice and %s for a text',
    async (caller, choice, text) => {
      const id = await room();
      expect(codeOf(await call(caller, id, await openPoll(id)).answer())).toBe(choice);
      const written = await openPoll(id, { kind: 'text', options: [] });
      expect(codeOf(await call(caller, id, written).answer({ text: 'はい' }))).toBe(text);
    },
  );

  it('takes no text of pupils who may not speak, nor without the consent of a guardian', async () => {
    const id = await room();
    const poll = await openPoll(id, { kind: 'text', options: [] });
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    expect(codeOf(await call('school', id, poll).answer({ text: 'はい' }))).toBe('403 role_required');
    await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    await world.db
      .updateTable('users')
      .set({ birth_date: '2012-05-14', guardian_consent_at: null })
      .where('id', '=', person('student'))
      .execute();
    expect(codeOf(await call('student', id, poll).answer({ text: 'はい' }))).toBe('403 guardian_required');
  });

  it('refuses who was removed, or whom a school keeps apart from the host', async () => {
    const id = await room();
    const poll = await openPoll(id);
    await world.db
      .updateTable('classroom_users')
      .set({ kicked_at: world.clock.now() })
      .where('user_id', '=', person('adult'))
      .execute();
    expect(codeOf(await call('adult', id, poll).answer())).toBe('403 kicked');
    await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
    await world.signInAgain();
    expect(codeOf(await call('school', id, poll).answer())).toBe('404 not_found');
    await world.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
    await world.signInAgain();
  });

  it('counts one answer of each participant, the last one', async () => {
    const id = await room();
    const poll = await openPoll(id, { kind: 'multiple' });
    await call('adult', id, poll).answer({ choices: [2, 0] });
    await call('student', id, poll).answer({ choices: [0] });
    expect((await call('adult', id, poll).answer({ choices: [1, 0] })).body).toEqual({ choices: [0, 1], text: '' });
    expect((await call('professional', id).list()).body.items[0]).toMatchObject({
      answerCount: 2,
      results: { counts: [2, 1, 0], texts: [] },
    });
    expect((await outbox()).map(({ path }) => path)).toEqual([`rooms/${id}/polls/${poll}#count`]);
  });

  it.each<[string, object, object, object]>([
    ['two options of a single choice', {}, { choices: [0, 1] }, { choices: '選択肢を選んでください。' }],
    ['no option', { kind: 'multiple' }, { choices: [] }, { choices: '選択肢を選んでください。' }],
    ['an option that is none', {}, { choices: [3] }, { choices: '選択肢を選んでください。' }],
    ['a text for a choice', {}, { choices: [0], text: 'はい' }, { choices: '選択肢を選んでください。' }],
    ['a choice for a text', { kind: 'text', options: [] }, { choices: [0] }, { text: '回答を入力してください。' }],
    ['an empty text', { kind: 'text', options: [] }, { text: ' ' }, { text: '回答を入力してください。' }],
  ])('refuses %s at the field', async (_what, given, body, fields) => {
    const id = await room();
    expect(await call('adult', id, await openPoll(id, given)).answer(body)).toMatchObject({
      status: 422,
      body: { fields },
    });
  });

  it('refuses answers once the time is over or it is closed, and drafts are unknown', async () => {
    const id = await room();
    const now = world.clock.now();
    const timed = await openPoll(id, { closes_at: addSeconds(now, 10) });
    expect(codeOf(await call('adult', id, timed).answer())).toBe('200');
    world.clock.advance(10_000);
    expect(await call('student', id, timed).answer()).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'このアンケートは、締め切られました。' },
    });
    const closed = await openPoll(id);
    await call('professional', id, closed).close();
    expect(codeOf(await call('adult', id, closed).answer())).toBe('409 conflict');
    const prepared = await insertPoll(world.db, { classroom_id: id });
    expect(codeOf(await call('adult', id, prepared).answer())).toBe('404 not_found');
  });

  it('counts no answer that the results shown by a closing at the same moment lack', async () => {
    const id = await room();
    const poll = await openPoll(id);
    const [shown, ...answers] = await Promise.all([
      call('professional', id, poll).show(),
      ...inside.map((name) => call(name, id, poll).answer()),
    ]);
    const counted = answers.filter(({ status }) => status === 200).length;
    expect((shown as { body: { answerCount: number } }).body.answerCount).toBe(counted);
    expect((await call('professional', id).list()).body.items[0].answerCount).toBe(counted);
  });
});

describe('results', () => {
  const seenBy = async (caller: Caller, id: string) => (await call(caller, id).list()).body.items;

  it('are the hosts’ alone until they are shown, which closes the poll', async () => {
    const id = await room();
    await insertPoll(world.db, { classroom_id: id, created_at: subMinutes(world.clock.now(), 2) });
    const poll = await openPoll(id, { correct: [0] });
    await call('adult', id, poll).answer({ choices: [0] });
    await call('child', id, poll).answer({ choices: [2] });
    const hidden = { id: poll, state: 'open', correct: null, results: null, isShown: false };
    expect(await seenBy('adult', id)).toMatchObject([{ ...hidden, myAnswer: { choices: [0] } }]);
    expect(await seenBy('anonymous', id)).toMatchObject([{ ...hidden, myAnswer: null }]);
    expect(await seenBy('otherAdult', id)).toMatchObject([{ state: 'draft' }, { results: { counts: [1, 0, 1] } }]);
    const results = { counts: [1, 0, 1], texts: [] };
    expect((await call('professional', id, poll).show()).body).toMatchObject({
      state: 'closed',
      isShown: true,
      results,
    });
    expect(await seenBy('adult', id)).toMatchObject([{ state: 'closed', correct: [0], results }]);
    await call('professional', id, poll).show(false);
    expect(await seenBy('adult', id)).toMatchObject([{ state: 'closed', correct: null, results: null }]);
  });

  it('put the most frequent texts first', async () => {
    const id = await room();
    const poll = await openPoll(id, { kind: 'text', options: [] });
    for (const [name, text] of [
      ['adult', '月'],
      ['student', '火星'],
      ['subscriber', '火星'],
    ] as const)
      await call(name, id, poll).answer({ text });
    expect((await seenBy('professional', id))[0].results).toEqual({
      counts: [],
      texts: [
        { text: '火星', count: 2 },
        { text: '月', count: 1 },
      ],
    });
  });

  it('stay with the class after its end, when all polls are closed', async () => {
    const id = await room();
    const poll = await openPoll(id);
    await call('adult', id, poll).answer();
    const endedAt = world.clock.now();
    await world.db.updateTable('classrooms').set({ state: 'ended', ended_at: endedAt }).where('id', '=', id).execute();
    expect(codeOf(await call('student', id, poll).answer())).toBe('410 ended');
    expect((await call('professional', id, poll).show()).body).toMatchObject({ closesAt: endedAt.toISOString() });
    expect(await seenBy('adult', id)).toMatchObject([{ state: 'closed', results: { counts: [0, 1, 0] } }]);
    expect(codeOf(await call('otherStudent', id).list())).toBe('403 role_required');
  });
});

describe('who answered what', () => {
  const block = (blocker: PersonName, blocked: PersonName) =>
    world.db
      .insertInto('user_blocks')
      .values({ blocker_id: person(blocker), blocked_id: person(blocked), created_at: world.clock.now() })
      .execute();

  it('names adults to the host of a named poll, but no minor, no visitor and nobody in a block', async () => {
    const id = await room();
    const poll = await openPoll(id, { is_named: true });
    await world.db.updateTable('users').set({ birth_date: '2012-05-14' }).where('id', '=', person('student')).execute();
    await block('subscriber', 'professional');
    for (const name of [...inside, 'anonymous'] as const) await call(name, id, poll).answer();
    const { items } = (await call('professional', id, poll).answers()).body;
    expect(items).toHaveLength(6);
    const named = items.filter((item: { nickname: string | null }) => item.nickname !== null);
    expect(named.map(({ nickname }: { nickname: string }) => nickname).sort()).toEqual(['大人', '生徒']);
    for (const { nickname, answeredAt } of items) expect(answeredAt === null).toBe(nickname === null);
    const seen = (await call('otherAdult', id).answers()).body.items;
    expect(seen).toHaveLength(6);
  });

  it('has no trace of anybody in the answers to an anonymous poll', async () => {
    const id = await room();
    const poll = await openPoll(id);
    for (const [index, name] of inside.entries()) await call(name, id, poll).answer({ choices: [(index + 2) % 3] });
    const answered = await call('professional', id, poll).answers();
    expect(answered.body.items).toEqual(
      [0, 0, 1, 2, 2].map((choice) => ({
        pollId: poll,
        choices: [choice],
        text: '',
        nickname: null,
        answeredAt: null,
      })),
    );
    const text = JSON.stringify([answered.body, (await call('professional', id).list()).body]);
    for (const name of inside) expect(text).not.toContain(person(name));
  });

  it.each([
    ['adult', '403 role_required'],
    ['anonymous', '401 unauthenticated'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(codeOf(await call(caller, await room()).answers())).toBe(expected);
  });

  it('forgets the name of who has left the service', async () => {
    const id = await room();
    const poll = await openPoll(id, { is_named: true });
    await call('adult', id, poll).answer();
    await world.db
      .updateTable('users')
      .set({ state: 'withdrawn', withdrawn_at: world.clock.now(), state_before: 'active' })
      .where('id', '=', person('adult'))
      .execute();
    expect((await call('professional', id).answers()).body.items).toMatchObject([{ nickname: null }]);
  });
});
