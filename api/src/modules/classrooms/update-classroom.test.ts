import { addMinutes } from 'date-fns';

import { clearContent, insertCategories, insertClassroom, insertClassroomUser } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(new Date(), minutes);

/** Inserts a classroom hosted by the professional with otherAdult as co-host; otherStudent is banned. */
async function room(given: Partial<Parameters<typeof insertClassroom>[1]> = {}): Promise<string> {
  const id = await insertClassroom(world.db, { host_id: world.people.professional, ...given });
  await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
  });
  return id;
}
const patch = (caller: Caller, id: string, body: unknown) => world.as(caller).patch(`/classrooms/${id}`, body);
const rowOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const domainEvents = () => world.db.selectFrom('domain_events').select(['name', 'payload']).orderBy('id').execute();
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ? `${status} ${body.code}` : `${status}`;

describe('permissions', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 not_owner'],
    ['student', '403 not_owner'],
    ['child', '403 not_owner'],
    ['school', '403 not_owner'],
    ['subscriber', '403 not_owner'],
    ['staff', '403 not_owner'],
    ['unverified', '403 not_owner'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
    ['otherAdult', '403 not_owner'],
    ['professional', '200'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    expect(answerOf(await patch(caller, id, { name: '新しい題' }))).toBe(expected);
    expect((await rowOf(id)).name).toBe(expected === '200' ? '新しい題' : '星の一生');
  });

  it('lets a co-host lock the room and change nothing else', async () => {
    const id = await room({ state: 'live', start_at: at(-5) });
    expect((await patch('otherAdult', id, { locked: true })).body).toMatchObject({ locked: true, myRole: 'co_host' });
    expect(answerOf(await patch('otherAdult', id, { locked: false, recording: true }))).toBe('403 not_owner');
    expect(await rowOf(id)).toMatchObject({ locked: true, recording: false });
  });

  it('hides a private one from outsiders', async () => {
    const id = await room({ private_mode: true });
    expect(answerOf(await patch('adult', id, { name: 'x' }))).toBe('404 not_found');
    expect(answerOf(await patch('adult', 'cls_none', { name: 'x' }))).toBe('404 not_found');
  });
});

describe('changes', () => {
  it('update the fields that were sent and leave the rest', async () => {
    const id = await room({ description: '前の説明', interest_ids: ['int_galaxies'] });
    const { body } = await patch('professional', id, { name: ' 新しい題 ', audienceMode: true });
    expect(body).toMatchObject({
      name: '新しい題',
      description: '前の説明',
      audienceMode: true,
      recording: false,
      interestIds: ['int_galaxies'],
      reservedUsers: [],
    });
    expect(await domainEvents()).toEqual([]);
  });

  it('do nothing when nothing was sent', async () => {
    const id = await room();
    const before = await rowOf(id);
    expect((await patch('professional', id, {})).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);
  });

  it('keep classrooms of an adult open to all', async () => {
    const id = await insertClassroom(world.db, { host_id: world.people.adult });
    expect((await patch('adult', id, { allUsers: false })).body.allUsers).toBe(true);
    const other = await insertClassroom(world.db, { host_id: world.people.student });
    expect((await patch('student', other, { allUsers: false })).body.allUsers).toBe(false);
  });

  it('move the start with the end and publish both times, unless unchanged', async () => {
    const [from, to] = [at(120), at(240)];
    const id = await room({ start_at: from });
    const { body } = await patch('professional', id, { startAt: to.toISOString() });
    expect(body).toMatchObject({ startAt: to.toISOString(), endAt: addMinutes(to, 45).toISOString() });
    await patch('professional', id, { startAt: to.toISOString() });
    expect(await domainEvents()).toEqual([
      { name: 'classroomRescheduled', payload: { classroomId: id, from: from.toISOString(), to: to.toISOString() } },
    ]);
  });

  it('drop the interests of the previous category', async () => {
    const id = await room({ interest_ids: ['int_galaxies'] });
    expect((await patch('professional', id, { categoryId: 'cat_math' })).body).toMatchObject({
      categoryId: 'cat_math',
      interestIds: [],
    });
    const { body } = await patch('professional', id, { categoryId: 'cat_space', interestIds: ['int_galaxies'] });
    expect(body).toMatchObject({ categoryId: 'cat_space', interestIds: ['int_galaxies'] });
  });
});

describe('the key of a private classroom', () => {
  const keyOf = async (id: string) => (await rowOf(id)).private_key;

  it('is created with private mode and removed with it', async () => {
    const id = await room();
    await patch('professional', id, { privateMode: true });
    const key = await keyOf(id);
    expect(key).toMatch(/^[\w-]{24}$/);
    expect((await world.as('adult').get(`/classrooms/${id}`)).status).toBe(404);
    expect((await world.as('adult').get(`/classrooms/${id}?key=${key}`)).status).toBe(200);
    await patch('professional', id, { privateMode: true, name: '同じ鍵' });
    expect(await keyOf(id)).toBe(key);
    await patch('professional', id, { privateMode: false });
    expect(await keyOf(id)).toBeNull();
    expect((await world.as('adult').get(`/classrooms/${id}`)).status).toBe(200);
  });

  it('is replaced on rotation, and the old one stops working', async () => {
    const id = await room({ private_mode: true });
    await patch('professional', id, { rotateKey: true });
    const key = await keyOf(id);
    expect(key).not.toBe('key-of-the-room');
    expect((await world.as('adult').get(`/classrooms/${id}?key=key-of-the-room`)).status).toBe(404);
    expect((await world.as('adult').get(`/classrooms/${id}?key=${key}`)).status).toBe(200);
  });

  it('is not created for a public classroom', async () => {
    const id = await room();
    await patch('professional', id, { rotateKey: true });
    expect(await keyOf(id)).toBeNull();
  });
});

describe('late changes', () => {
  it('may change everything except the start while it is live', async () => {
    const id = await room({ state: 'live', start_at: at(-5) });
    expect(answerOf(await patch('professional', id, { startAt: at(60).toISOString() }))).toBe('409 conflict');
    expect(answerOf(await patch('professional', id, { name: '題', startAt: at(60).toISOString() }))).toBe(
      '409 conflict',
    );
    expect((await rowOf(id)).name).toBe('星の一生');
    expect((await patch('professional', id, { name: '題' })).status).toBe(200);
  });

  it.each(['ended', 'cancelled'] as const)('are refused once it is %s', async (state) => {
    const id = await room({ state });
    for (const body of [
      { name: '題' },
      { startAt: at(60).toISOString() },
      { locked: true },
      { categoryId: 'cat_none' },
      {},
    ]) {
      expect(answerOf(await patch('professional', id, body))).toBe('410 ended');
    }
    expect(answerOf(await patch('otherAdult', id, { locked: true }))).toBe('410 ended');
  });
});

describe('rejected input', () => {
  it.each([
    ['an empty title', { name: '  ' }, 'name'],
    ['a title of 51 characters', { name: 'あ'.repeat(51) }, 'name'],
    ['a null title', { name: null }, 'name'],
    ['NUL', { description: '\u0000' }, 'description'],
    ['a start in the past', { startAt: '2020-01-01T00:00:00Z' }, 'startAt'],
    ['a start too far ahead', { startAt: at(31 * 1440).toISOString() }, 'startAt'],
    ['an unknown category', { categoryId: 'cat_none' }, 'categoryId'],
    ['an interest of another category', { interestIds: ['int_algebra'] }, 'interestIds'],
    ['an interest of the previous category', { categoryId: 'cat_math', interestIds: ['int_galaxies'] }, 'interestIds'],
    ['a text flag', { locked: 'true' }, 'locked'],
    ['rotateKey set to false', { rotateKey: false }, 'rotateKey'],
    ['another host', { hostId: 'usr_adult' }, 'hostId'],
    ['a state', { state: 'ended' }, 'state'],
    ['a custom key', { privateKey: 'x' }, 'privateKey'],
    ['more seats', { maxListeners: 100000 }, 'maxListeners'],
  ])('rejects %s and changes nothing', async (_what, body, field) => {
    const id = await room();
    const before = await rowOf(id);
    const { status, body: answer } = await patch('professional', id, body);
    expect([status, answer.code, Object.keys(answer.fields)]).toEqual([422, 'invalid', [field]]);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('concurrent changes', () => {
  it('are both kept', async () => {
    const id = await room();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        patch('professional', id, { name: `題${round}` }),
        patch('professional', id, { description: `説明${round}` }),
        patch('otherAdult', id, { locked: round % 2 === 0 }),
      ]);
      expect(await rowOf(id)).toMatchObject({
        name: `題${round}`,
        description: `説明${round}`,
        locked: round % 2 === 0,
      });
    }
  });

  it('publish each move with its real previous start', async () => {
    const id = await room({ start_at: at(100) });
    const starts = Array.from({ length: 8 }, (_, index) => at(200 + index).toISOString());
    await Promise.all(starts.map((startAt) => patch('professional', id, { startAt })));
    const moves = (await domainEvents()).map(({ payload }) => payload as { from: string; to: string });
    expect(moves.map(({ to }) => to).sort()).toEqual(starts);
    for (const [index, move] of moves.slice(1).entries()) expect(move.from).toBe(moves[index]?.to);
    expect((await rowOf(id)).start_at.toISOString()).toBe(moves.at(-1)?.to);
  });

  it('either move or cancel, but never move after the end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await room();
      const [moved, cancelled] = await Promise.all([
        patch('professional', id, { startAt: at(300).toISOString() }),
        world.as('professional').delete(`/classrooms/${id}`),
      ]);
      expect(cancelled.status).toBe(204);
      expect(['200', '410 ended']).toContain(answerOf(moved));
      expect((await rowOf(id)).state).toBe('cancelled');
    }
  });
});

it('refuses to record without a recorder, and can always turn recording off', async () => {
  const id = await insertClassroom(world.db, { host_id: world.people.professional });
  const answer = await world.as('professional').patch(`/classrooms/${id}`, { recording: true });
  expect([answer.status, answer.body.code]).toEqual([503, 'media_unavailable']);
  expect((await world.as('professional').patch(`/classrooms/${id}`, { recording: false })).body.recording).toBe(false);
});
