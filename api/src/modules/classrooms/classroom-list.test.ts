import { randomUUID } from 'node:crypto';

import { addMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const everybody: Caller[] = [
  'unauthenticated',
  'anonymous',
  'adult',
  'student',
  'child',
  'school',
  'professional',
  'subscriber',
  'staff',
  'unverified',
  'resubmit',
];

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const room = (given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
  insertClassroom(world.db, { host_id: world.people.professional, ...given });
const namesFor = async (caller: Caller, query = '') => {
  const { status, body } = await world.as(caller).get(`/classrooms${query}`);
  expect(status).toBe(200);
  return body.items.map(({ name }: { name: string }) => name);
};

/** Returns every name in order, page by page. */
async function walk(caller: Caller, query: string): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body } = await world.as(caller).get(`/classrooms?${query}${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    names.push(...body.items.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor;
  }
  return names;
}

async function inEveryState() {
  await room({ name: '終了(昨日)', state: 'ended', start_at: at(-1440) });
  await room({ name: '終了(さっき)', state: 'ended', start_at: at(-90) });
  await room({ name: '明日', start_at: at(1440) });
  await room({ name: 'まもなく', start_at: at(30) });
  await room({ name: '開催中(後)', state: 'live', start_at: at(-10) });
  await room({ name: '開催中(先)', state: 'live', start_at: at(-20) });
  await room({ name: '中止(先)', state: 'cancelled', start_at: at(10) });
  await room({ name: '中止(後)', state: 'cancelled', start_at: at(20) });
}
const inOrder = ['開催中(後)', '開催中(先)', 'まもなく', '明日', '終了(さっき)', '終了(昨日)'];

describe('listing', () => {
  it.each(everybody)(
    'shows %s live ones first, then scheduled, then ended from the newest, and no cancelled ones',
    async (caller) => {
      await inEveryState();
      expect(await namesFor(caller)).toEqual(inOrder);
    },
  );

  it.each([
    ['live', ['開催中(後)', '開催中(先)']],
    ['scheduled', ['まもなく', '明日']],
    ['ended', ['終了(さっき)', '終了(昨日)']],
    ['cancelled', ['中止(後)', '中止(先)']],
  ])('shows those in state %s in order', async (state, names) => {
    await inEveryState();
    expect(await namesFor('adult', `?state=${state}`)).toEqual(names);
    expect(await walk('anonymous', `state=${state}&limit=1`)).toEqual(names);
  });

  it('is refused only to suspended users', async () => {
    const { status, body } = await world.as('suspended').get('/classrooms');
    expect([status, body.code]).toEqual([403, 'suspended']);
  });

  it('filters by host and by category', async () => {
    await room({ name: 'プロの数学', category_id: 'cat_math' });
    await room({ name: 'プロの宇宙' });
    await room({ name: '学生の数学', category_id: 'cat_math', host_id: world.people.student });
    expect(await namesFor('unauthenticated', `?userId=${world.people.professional}`)).toEqual([
      'プロの数学',
      'プロの宇宙',
    ]);
    expect(await namesFor('adult', `?userId=${world.people.professional}&categoryId=cat_math`)).toEqual(['プロの数学']);
    expect(await namesFor('adult', '?categoryId=cat_none')).toEqual([]);
  });

  it('shows reserved ones to the user who reserved them, nothing to an anonymous viewer', async () => {
    const mine = await room({ name: '予約した' });
    await room({ name: '予約していない' });
    await insertReservation(world.db, mine, world.people.student);
    expect(await namesFor('student', '?reserved=true')).toEqual(['予約した']);
    expect(await namesFor('adult', '?reserved=true')).toEqual([]);
    expect(await namesFor('anonymous', '?reserved=true')).toEqual([]);
    expect(await namesFor('unauthenticated', '?reserved=true')).toEqual([]);
  });
});

describe('private classrooms', () => {
  it.each(everybody)('stay hidden from %s, who neither hosts nor has reserved one', async (caller) => {
    await room({ name: '秘密', private_mode: true, host_id: world.people.otherAdult });
    const { body } = await world.as(caller).get('/classrooms');
    expect(body).toEqual({ items: [], nextCursor: null, totalCount: 0 });
  });

  it('are listed for their host and for users who reserved them, but not for other members', async () => {
    const id = await room({ name: '秘密', private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
    expect(await namesFor('professional')).toEqual(['秘密']);
    expect(await namesFor('professional', `?userId=${world.people.professional}`)).toEqual(['秘密']);
    expect(await namesFor('student', '?reserved=true')).toEqual(['秘密']);
    expect(await namesFor('otherAdult')).toEqual([]);
    expect(await namesFor('adult', `?userId=${world.people.professional}`)).toEqual([]);
  });

  it('never show their key', async () => {
    await room({ private_mode: true });
    const { body } = await world.as('professional').get('/classrooms');
    expect(JSON.stringify(body)).not.toContain('key-of-the-room');
  });
});

describe('the total count', () => {
  it('counts what the viewer can see with the same filter', async () => {
    await inEveryState();
    const secret = await room({ name: '秘密', private_mode: true });
    await insertReservation(world.db, secret, world.people.student);
    const total = async (caller: Caller, query = '') =>
      (await world.as(caller).get(`/classrooms?limit=1${query}`)).body.totalCount;
    expect(await total('adult')).toBe(6);
    expect(await total('unauthenticated')).toBe(6);
    expect(await total('student')).toBe(7);
    expect(await total('professional')).toBe(7);
    expect(await total('student', '&state=scheduled')).toBe(3);
    expect(await total('student', '&state=live')).toBe(2);
    expect(await total('student', '&reserved=true')).toBe(1);
    expect(await total('adult', `&userId=${world.people.professional}`)).toBe(6);
    expect(await total('adult', '&categoryId=cat_math')).toBe(0);
  });
});

describe('classrooms of blocked hosts', () => {
  const block = (name: 'student' | 'adult') =>
    world.db
      .insertInto('user_blocks')
      .values({ blocker_id: world.people[name], blocked_id: world.people.otherAdult, created_at: world.clock.now() })
      .execute();
  afterEach(() => world.db.deleteFrom('user_blocks').execute());
  const other = (given: Parameters<typeof room>[0] = {}) => room({ host_id: world.people.otherAdult, ...given });

  it('are missing from every list, state and page of that viewer only', async () => {
    await inEveryState();
    for (const state of ['live', 'scheduled', 'ended'] as const)
      await other({ name: `ブロックした人の${state}`, state, start_at: at(-5) });
    await block('student');
    expect(await namesFor('student')).toEqual(inOrder);
    expect(await walk('student', 'limit=2')).toEqual(inOrder);
    for (const caller of ['adult', 'anonymous', 'otherAdult', 'unauthenticated'] as const)
      expect(await namesFor(caller)).toHaveLength(9);
  });

  it('are not counted for that viewer', async () => {
    await inEveryState();
    await other({ state: 'live' });
    await other({ category_id: 'cat_math' });
    await block('adult');
    const total = async (caller: Caller, query = '') =>
      (await world.as(caller).get(`/classrooms?limit=1${query}`)).body.totalCount;
    expect([
      await total('adult'),
      await total('adult', '&state=live'),
      await total('adult', '&categoryId=cat_math'),
    ]).toEqual([6, 2, 0]);
    expect(await total('student')).toBe(8);
  });

  it('remain when filtering by that host, and among own reservations', async () => {
    const seat = await other({ name: '席がある' });
    await insertReservation(world.db, seat, world.people.student);
    await block('student');
    expect(await namesFor('student', `?userId=${world.people.otherAdult}`)).toEqual(['席がある']);
    expect(await namesFor('student', '?reserved=true')).toEqual(['席がある']);
    expect(await namesFor('student')).toEqual([]);
  });
});

describe('list items', () => {
  it("show the viewer's reservation, role and following, and none to an anonymous viewer", async () => {
    const id = await room();
    await insertReservation(world.db, id, world.people.student);
    await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.student, role: 'co_host' });
    await world.db
      .insertInto('follows')
      .values({ follower_id: world.people.student, followee_id: world.people.professional })
      .execute();
    const placeOf = async (caller: Caller) => {
      const [item] = (await world.as(caller).get('/classrooms')).body.items;
      return [item.isReserved, item.myRole, item.host.isFollowed];
    };
    expect(await placeOf('student')).toEqual([true, 'co_host', true]);
    expect(await placeOf('professional')).toEqual([false, 'host', false]);
    expect(await placeOf('adult')).toEqual([false, null, false]);
    expect(await placeOf('unauthenticated')).toEqual([false, null, false]);
  });

  it('show no role of a banned user', async () => {
    const id = await room();
    await insertClassroomUser(world.db, {
      classroom_id: id,
      user_id: world.people.adult,
      role: 'speaker',
      kicked_at: at(-1),
    });
    const [item] = (await world.as('adult').get('/classrooms')).body.items;
    expect(item.myRole).toBeNull();
  });

  it('show only nickname and avatar of a host of 12 or under', async () => {
    await room({ host_id: world.people.child });
    const [item] = (await world.as('adult').get('/classrooms')).body.items;
    expect(item.host).toMatchObject({
      nickname: '子ども',
      introduction: '',
      job: '',
      followerCount: 0,
      canBeFollowed: false,
    });
  });
});

describe('pagination', () => {
  const limits = [1, 3, 7, 50];

  it.each(limits)(
    'returns every classroom once and in order, %i at a time, across states and equal starts',
    async (limit) => {
      const start = at(60).toISOString().slice(0, 19);
      for (let index = 0; index < 6; index += 1) {
        await room({ name: `同時${index}`, start_at: `${start}Z` });
        await room({ name: `同じミリ秒${index}`, start_at: `${start}.12300${index}Z` });
        await room({ name: `終了${index}`, state: 'ended', start_at: at(-100) });
        await room({
          name: `終了のマイクロ秒${index}`,
          state: 'ended',
          start_at: `${at(-200).toISOString().slice(0, 19)}.00000${index}Z`,
        });
        await room({ name: `開催${index}`, state: 'live', start_at: at(-5) });
      }
      const names = await walk('adult', `limit=${limit}`);
      expect(new Set(names).size).toBe(30);
      expect(names).toHaveLength(30);
      expect(names).toEqual(await walk('unauthenticated', 'limit=50'));
      const micros = names.filter((name) => name.startsWith('同じミリ秒'));
      expect(micros).toEqual([0, 1, 2, 3, 4, 5].map((index) => `同じミリ秒${index}`));
      const endedMicros = names.filter((name) => name.startsWith('終了のマイクロ秒'));
      expect(endedMicros).toEqual([5, 4, 3, 2, 1, 0].map((index) => `終了のマイクロ秒${index}`));
    },
  );

  it('continues after the last row when new rows are inserted in between', async () => {
    for (let index = 0; index < 5; index += 1) await room({ name: `${index}`, start_at: at(10 + index) });
    const { body: first } = await world.as('adult').get('/classrooms?limit=2');
    await room({ name: 'ずっと前', start_at: at(1) });
    const { body: second } = await world.as('adult').get(`/classrooms?limit=50&cursor=${first.nextCursor}`);
    expect(second.items.map(({ name }: { name: string }) => name)).toEqual(['2', '3', '4']);
  });

  it('needs no more queries for 40 rows than for one', async () => {
    const queries = async (limit: number) => {
      let acquired = 0;
      const count = () => {
        acquired += 1;
      };
      world.pool.on('acquire', count);
      await world.as('student').get(`/classrooms?limit=${limit}`);
      world.pool.off('acquire', count);
      return acquired;
    };
    for (let index = 0; index < 41; index += 1) await room({ name: `${index}` });
    expect(await queries(40)).toBe(await queries(1));
  });
});

describe('the live list', () => {
  const live = (name: string, minutesLeft: number, participants: number) =>
    room({
      name,
      state: 'live',
      start_at: at(minutesLeft - 45),
      end_at: at(minutesLeft),
      participant_count: participants,
    });
  const inOrder = ['400人', '100人', '20人', '3人', '2人', '1人', 'まもなく終了', 'あと1分'];

  beforeEach(async () => {
    await live('あと1分', 1, 900);
    await live('まもなく終了', 9, 800);
    await live('100人', 11, 100);
    await live('1人', 30, 1);
    await live('400人', 25, 400);
    await live('3人', 35, 3);
    await live('20人', 12, 20);
    await live('2人', 40, 2);
  });

  it('begins with the largest audiences that have ten minutes left, then goes by the time left', async () => {
    expect(await namesFor('adult', '?state=live')).toEqual(inOrder);
    expect(await namesFor('unauthenticated')).toEqual(inOrder);
  });

  it.each([1, 2, 3, 5, 6, 7])('goes on after a page of %i without repeating or missing one', async (limit) => {
    const names = await walk('adult', `state=live&limit=${limit}`);
    expect(names).toHaveLength(inOrder.length);
    expect(new Set(names)).toEqual(new Set(inOrder));
    expect(names[0]).toBe('400人');
    expect(names.slice(-2)).toEqual(['まもなく終了', 'あと1分']);
  });

  it.each([2, 6])('repeats and misses none while audiences change between pages of %i', async (limit) => {
    const { body: first } = await world.as('adult').get(`/classrooms?state=live&limit=${limit}`);
    await world.db.updateTable('classrooms').set({ participant_count: 0 }).where('name', '=', '400人').execute();
    await world.db.updateTable('classrooms').set({ participant_count: 999 }).where('name', '=', '1人').execute();
    const rest = await walk('adult', `state=live&limit=50&cursor=${first.nextCursor}`);
    const names = [...first.items.map(({ name }: { name: string }) => name), ...rest];
    expect(names).toHaveLength(inOrder.length);
    expect(new Set(names)).toEqual(new Set(inOrder));
  });

  it('goes by the time left when all are about to end', async () => {
    await world.db
      .updateTable('classrooms')
      .set({ end_at: at(9) })
      .execute();
    expect((await namesFor('adult', '?state=live')).slice(0, 2)).toEqual(['2人', '3人']);
  });
});

describe('invalid input', () => {
  const cursor = (value: unknown) => `cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

  it.each([
    ['an unknown state', 'state=open', 'state'],
    ['a limit of zero', 'limit=0', 'limit'],
    ['a limit beyond 50', 'limit=51', 'limit'],
    ['a non-numeric limit', 'limit=ten', 'limit'],
    ['an id with a quote', "userId=a'b", 'userId'],
    ['an id with NUL', 'categoryId=a%00b', 'categoryId'],
    ['an oversized id', `userId=${'a'.repeat(65)}`, 'userId'],
    ['two states', 'state=live&state=ended', 'state'],
    ['reserved=false', 'reserved=false', 'reserved'],
    ['a cursor that is not base64', 'cursor=%00', 'cursor'],
    ['a cursor that is not JSON', 'cursor=abcd', 'cursor'],
    ['an oversized cursor', `cursor=${'a'.repeat(501)}`, 'cursor'],
    ['a cursor of another list', cursor([1, 'com_1']), 'cursor'],
    ['a cursor with a state outside the list', cursor(['cancelled', 1, 'cls_1']), 'cursor'],
    ['a cursor with a non-numeric time', cursor(['live', 'x', 'cls_1']), 'cursor'],
    ['a cursor with an out-of-range time', cursor(['live', 1e300, 'cls_1']), 'cursor'],
    ['a cursor containing NUL', cursor(['live', 1, 'a\u0000']), 'cursor'],
    ['a cursor that is an object', cursor({ state: 'live' }), 'cursor'],
  ])('rejects %s', async (_what, query, field) => {
    const { status, body } = await world.as('adult').get(`/classrooms?${query}`);
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  it.each([
    [['live', Number.MAX_SAFE_INTEGER, 'cls_1']],
    [['live', Number.MIN_SAFE_INTEGER, 'cls_1']],
    [['ended', 0, "'; drop table classrooms; --"]],
  ])('accepts the cursor %j as a position', async (value) => {
    await inEveryState();
    const { status } = await world.as('adult').get(`/classrooms?${cursor(value)}`);
    expect(status).toBe(200);
    expect(await namesFor('adult')).toEqual(inOrder);
  });

  it('treats SQL in a host id as a plain id', async () => {
    await inEveryState();
    for (const text of ['1--', 'x_or_1-1', randomUUID()])
      expect(await namesFor('adult', `?userId=${text}`)).toEqual([]);
  });
});
