import { addMinutes, subMinutes } from 'date-fns';

import { aCrowd } from '../../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertComment,
  insertLiveRoom,
  insertParticipant,
  insertQuestion,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../../testing/start-test-app';

let world: TestApp;
let crowd: (TestClient & { id: string })[];
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 12);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const inside = ['adult', 'student', 'child', 'school', 'subscriber'] as const;
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

/** A live room of the professional, with otherAdult as co-host and the usual people in it. */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now());
  await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
  for (const name of inside) await insertParticipant(world.db, id, world.people[name]);
  return id;
}
const path = (id: string, rest = '') => `/classrooms/${id}/questions${rest}`;
const ask = (caller: Caller, id: string, body = '負の角度でも同じですか。') =>
  world.as(caller).post(path(id), { body });
const question = (id: string, given: Partial<Parameters<typeof insertQuestion>[1]> = {}) =>
  insertQuestion(world.db, { classroom_id: id, user_id: world.people.student, ...given });
const listed = async (caller: Caller, id: string) => (await world.as(caller).get(path(id))).body.items;
const votesOf = async (id: string) => (await listed('adult', id))[0].voteCount;
const pinOf = async (id: string) => {
  const { body } = await world
    .as('adult')
    .post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd', takeOver: true });
  return body.room.pinned;
};

describe('askQuestion', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '201'],
    ['student', '201'],
    ['child', '403 age_restricted'],
    ['professional', '201'],
    ['otherStudent', '409 not_joined'],
    ['suspended', '403 suspended'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(answerOf(await ask(caller, await room()))).toBe(expected);
  });

  it('is refused to a pupil whose school lets nobody speak', async () => {
    const id = await room();
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    try {
      expect(answerOf(await ask('school', id))).toBe('403 role_required');
    } finally {
      await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    }
  });

  it('is refused before the class and after it', async () => {
    const id = await room();
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(answerOf(await ask('student', id))).toBe('410 ended');
  });

  it('limits the length, the pace and the number of unanswered ones', async () => {
    const id = await room();
    expect(answerOf(await ask('student', id, 'あ'.repeat(201)))).toBe('422 invalid');
    expect(answerOf(await ask('student', id, 'あ'.repeat(200)))).toBe('201');
    expect(answerOf(await ask('student', id))).toBe('429 rate_limited');
    for (let count = 0; count < 10; count++) await question(id, { user_id: world.people.adult });
    expect(answerOf(await ask('adult', id))).toBe('409 conflict');
  });

  it('asks once for one intent, and refuses it another question', async () => {
    const id = await room();
    const send = (body: string) =>
      world.as('student').post(path(id), { body }, { 'idempotency-key': 'the-intent-of-one-question' });
    const [first, second] = [await send('一度だけ'), await send('一度だけ')];
    expect(second.body.id).toBe(first.body.id);
    expect(answerOf(await send('べつの質問'))).toBe('409 idempotency_conflict');
    expect(await listed('adult', id)).toHaveLength(1);
  });
});

describe('voting', () => {
  it('counts two votes of one user at the same moment once, and everybody once', async () => {
    const id = await room();
    const asked = await question(id);
    for (const { id: person } of crowd) await insertParticipant(world.db, id, person);
    const vote = (client: TestClient) => client.put(path(id, `/${asked}/vote`), {});
    const answers = await Promise.all(crowd.flatMap((client) => [vote(client), vote(client)]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await votesOf(id)).toBe(crowd.length);
    await crowd[0]?.delete(path(id, `/${asked}/vote`));
    await crowd[0]?.delete(path(id, `/${asked}/vote`));
    expect(await votesOf(id)).toBe(crowd.length - 1);
  });

  it('is for those in the room, children too, and not for the own question or one that is answered', async () => {
    const id = await room();
    const asked = await question(id);
    const vote = async (caller: Caller) => answerOf(await world.as(caller).put(path(id, `/${asked}/vote`), {}));
    expect(await vote('child')).toBe('204');
    expect(await vote('student')).toBe('409 conflict');
    expect(await vote('otherStudent')).toBe('409 not_joined');
    expect(await vote('anonymous')).toBe('401 unauthenticated');
    await world.as('professional').put(path(id, `/${asked}/answer`), {});
    expect(await vote('adult')).toBe('409 conflict');
    expect(await votesOf(id)).toBe(1);
  });

  it('shows each viewer what they voted for', async () => {
    const id = await room();
    const asked = await question(id);
    await world.as('adult').put(path(id, `/${asked}/vote`), {});
    const votedBy = async (caller: Caller) => (await world.as(caller).get(path(id))).body.votedIds;
    expect([await votedBy('adult'), await votedBy('subscriber'), await votedBy('unauthenticated')]).toEqual([
      [asked],
      [],
      [],
    ]);
  });
});

describe('listClassroomQuestions', () => {
  it('lists open ones by votes, then the answered ones, in pages without a gap', async () => {
    const id = await room();
    const ids = new Map<string, string>();
    for (const [index, body] of ['一', '二', '三', '四'].entries())
      ids.set(body, await question(id, { body, created_at: addMinutes(world.clock.now(), index) }));
    await question(id, { body: '却下', state: 'dismissed' });
    for (const caller of ['adult', 'subscriber'] as const)
      await world.as(caller).put(path(id, `/${ids.get('三')}/vote`), {});
    await world.as('adult').put(path(id, `/${ids.get('一')}/vote`), {});
    await world.as('otherAdult').put(path(id, `/${ids.get('一')}/answer`), { answer: 'はい。' });
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await world.as('unauthenticated').get(path(id, `?limit=1${cursor && `&cursor=${cursor}`}`));
      seen.push(...body.items.map((item: { body: string; answer: string }) => `${item.body}${item.answer}`));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['三', '二', '四', '一はい。']);
  });

  it('marks the questions of a blocked user for whoever blocked them, and names nobody who has left', async () => {
    const id = await room();
    await question(id);
    await world.as('adult').post(`/users/${world.people.student}/block`);
    expect((await listed('adult', id))[0]).toMatchObject({ isBlocked: true, isMine: false });
    expect((await listed('student', id))[0]).toMatchObject({ isBlocked: false, isMine: true });
    await world.as('adult').delete(`/users/${world.people.student}/block`);
    await question(id, { user_id: world.people.withdrawn, created_at: subMinutes(world.clock.now(), 5) });
    expect((await listed('adult', id))[0].user).toBeNull();
  });

  it('hides the questions of a private classroom from strangers', async () => {
    const id = await room({ private_mode: true });
    expect(answerOf(await world.as('otherStudent').get(path(id)))).toBe('404 not_found');
    expect(answerOf(await world.as('student').get(path(id)))).toBe('200');
  });
});

describe('settling', () => {
  it('lets host and co-host answer in words, also after the class, and nobody else', async () => {
    const id = await room();
    const asked = await question(id);
    const answer = (caller: Caller, words: object) => world.as(caller).put(path(id, `/${asked}/answer`), words);
    expect(answerOf(await answer('student', {}))).toBe('403 role_required');
    expect((await answer('otherAdult', {})).body).toMatchObject({ state: 'answered', answer: '' });
    await world.as('professional').delete(`/classrooms/${id}`);
    expect((await answer('professional', { answer: '同じです。' })).body).toMatchObject({ answer: '同じです。' });
  });

  it('takes a dismissed question away, and lets the author withdraw an open one only', async () => {
    const id = await room();
    const [first, second] = [await question(id), await question(id)];
    expect(answerOf(await world.as('adult').post(path(id, `/${first}/dismiss`), {}))).toBe('403 role_required');
    expect(answerOf(await world.as('professional').post(path(id, `/${first}/dismiss`), {}))).toBe('204');
    expect(answerOf(await world.as('professional').put(path(id, `/${first}/answer`), {}))).toBe('404 not_found');
    expect(answerOf(await world.as('adult').delete(path(id, `/${second}`)))).toBe('403 not_owner');
    expect(answerOf(await world.as('student').delete(path(id, `/${second}`)))).toBe('204');
    expect(answerOf(await world.as('student').delete(path(id, `/${second}`)))).toBe('204');
    expect(await listed('adult', id)).toEqual([]);
    const answered = await question(id, { state: 'answered' });
    expect(answerOf(await world.as('student').delete(path(id, `/${answered}`)))).toBe('409 conflict');
  });
});

describe('pinning', () => {
  it('shows one question or comment of this room at a time, and takes it down when it is gone', async () => {
    const id = await room();
    const asked = await question(id);
    const comment = await insertComment(world.db, { classroom_id: id, user_id: world.people.adult, body: '図です' });
    const pin = (caller: Caller, kind: string, subjectId: string) =>
      world.as(caller).put(`/classrooms/${id}/pin`, { kind, subjectId });
    expect(answerOf(await pin('student', 'question', asked))).toBe('403 role_required');
    expect(answerOf(await pin('professional', 'question', comment))).toBe('404 not_found');
    await pin('professional', 'question', asked);
    expect(await pinOf(id)).toMatchObject({ kind: 'question', id: asked, userId: world.people.student });
    await pin('otherAdult', 'comment', comment);
    expect(await pinOf(id)).toMatchObject({ kind: 'comment', body: '図です' });
    await world.as('adult').delete(`/classrooms/${id}/comments/${comment}`);
    expect(await pinOf(id)).toBeNull();
    await pin('professional', 'question', asked);
    await world.as('professional').delete(`/classrooms/${id}/pin`);
    expect(await pinOf(id)).toBeNull();
    await pin('professional', 'question', asked);
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(answerOf(await pin('professional', 'question', asked))).toBe('410 ended');
    const rows = await world.db.selectFrom('classroom_pins').select('unpinned_at').execute();
    expect(rows).toHaveLength(4);
    expect(rows.every(({ unpinned_at: until }) => until !== null)).toBe(true);
  });
});

describe('reportQuestion', () => {
  it('reaches the staff with the words and the people of that moment, who can delete it', async () => {
    const id = await room();
    const asked = await question(id, { body: 'ひどい言葉' });
    const report = (caller: Caller) => world.as(caller).post(path(id, `/${asked}/report`), { reason: 'abuse' });
    expect([(await report('adult')).status, (await report('adult')).status]).toEqual([201, 200]);
    expect((await report('anonymous')).status).toBe(201);
    await world.as('student').delete(path(id, `/${asked}`));
    const row = await world.db
      .selectFrom('question_reports')
      .select(['evidence', 'state'])
      .where('reporter_id', '=', world.people.adult)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      state: 'open',
      evidence: {
        comments: [{ id: asked, userId: world.people.student, body: 'ひどい言葉' }],
        roster: expect.arrayContaining([world.people.adult]),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });
});
