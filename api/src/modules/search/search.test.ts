import { addMinutes, subMinutes } from 'date-fns';

import { clearContent, insertCategories, insertClassroom, insertEvent, insertReservation } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  await world.db
    .insertInto('professionals')
    .values({ user_id: world.people.professional, org_name: 'プロの教室', verified_at: new Date(), category_ids: [] })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ org_name: 'プロの教室', verified_at: new Date() }),
    )
    .execute();
});
afterEach(async () => {
  await world.db.deleteFrom('archives').execute();
  await world.db.deleteFrom('user_blocks').execute();
  await world.db.updateTable('users').set({ introduction: '' }).execute();
  await clearContent(world.db);
});
afterAll(() => world.close());

interface SearchItem {
  kind: string;
  [kind: string]: unknown;
}

const ask = (q: string, { as = 'adult' as Caller, rest = '' } = {}) =>
  world.as(as).get(`/search?q=${encodeURIComponent(q)}${rest}`);
const idOf = (found: SearchItem) => `${found.kind} ${(found[found.kind] as { id: string }).id}`;
async function find(q: string, options?: Parameters<typeof ask>[1]): Promise<string[]> {
  const { status, body } = await ask(q, options);
  expect(status).toBe(200);
  return (body.items as SearchItem[]).map(idOf);
}
const classroom = (given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
  insertClassroom(world.db, { host_id: world.people.otherAdult, name: 'べき乗の話', ...given });
const archive = async (given: object = {}) => {
  const id = `arc_${Math.random().toString(36).slice(2)}`;
  await world.db
    .insertInto('archives')
    .values({
      id,
      source: 'classroom',
      source_id: id,
      host_id: world.people.otherAdult,
      title: 'べき乗の録画',
      category_id: 'cat_math',
      access: 'public',
      state: 'ready',
      published_at: new Date(),
      created_at: new Date(),
      updated_at: new Date(),
      ...given,
    })
    .execute();
  return id;
};

describe('search results', () => {
  it('include every matching kind, in the order of the kinds, as the lists show them', async () => {
    const room = await classroom();
    const event = await insertEvent(world.db, { organizer_id: world.people.professional, title: 'べき乗の夕べ' });
    const recording = await archive();
    await world.db
      .updateTable('users')
      .set({ introduction: 'べき乗が好きです。' })
      .where('id', 'in', [world.people.subscriber, world.people.professional])
      .execute();
    expect(await find('べき乗')).toEqual([
      `classroom ${room}`,
      `event ${event}`,
      `archive ${recording}`,
      `professional ${world.people.professional}`,
      `person ${world.people.subscriber}`,
    ]);
    const { body } = await ask('べき乗', { rest: '&kinds=classroom' });
    expect(body.items[0].classroom).toEqual((await world.as('adult').get('/classrooms')).body.items[0]);
  });

  it.each([
    ['part of the title', '乗の'],
    ['katakana', 'ベキ乗'],
    ['half-width katakana', 'ﾍﾞｷ乗'],
    ['two words in any order', '話 べき'],
    ['the name of the host', '別の大人 乗'],
    ['the category', '宇宙'],
    ['a space within a word', 'べき 乗'],
    ['a single letter', '乗'],
    ['the description', '指数関数'],
  ])('match by %s', async (_by, q) => {
    const id = await classroom({ description: '指数関数まで。' });
    expect(await find(q)).toContain(`classroom ${id}`);
  });

  it.each([
    ['words that are not all present', 'べき乗 数列'],
    ['scattered letters', 'べ乗'],
    ['a gram across two fields', '話宇'],
    ['signs alone', '…'],
    ['pattern characters', '%'],
    ['quotes', `'"\\`],
  ])('do not match %s', async (_what, q) => {
    await classroom({ category_id: 'cat_space' });
    expect(await find(q)).toEqual([]);
  });

  it('reflect changes of names, states, hosts and categories at once', async () => {
    const id = await classroom();
    await world.db.updateTable('classrooms').set({ name: '対数の話' }).where('id', '=', id).execute();
    expect([await find('べき乗'), await find('対数')]).toEqual([[], [`classroom ${id}`]]);
    await world.db
      .updateTable('users')
      .set({ nickname: '改名した人' })
      .where('id', '=', world.people.otherAdult)
      .execute();
    expect(await find('改名 対数')).toEqual([`classroom ${id}`]);
    await world.db
      .updateTable('users')
      .set({ nickname: '別の大人' })
      .where('id', '=', world.people.otherAdult)
      .execute();
    await world.db.updateTable('categories').set({ name: '天体' }).where('id', '=', 'cat_space').execute();
    expect(await find('天体')).toEqual([`classroom ${id}`]);
    await world.db.updateTable('categories').set({ name: '宇宙' }).where('id', '=', 'cat_space').execute();
    await world.db.updateTable('classrooms').set({ state: 'cancelled' }).where('id', '=', id).execute();
    expect(await find('対数')).toEqual([]);
  });

  it('begin with title matches, then list live, upcoming and past ones', async () => {
    const now = world.clock.now();
    const inText = await classroom({ name: '本文だけ', description: 'べき乗', start_at: addMinutes(now, 1) });
    const over = await classroom({ state: 'ended', start_at: subMinutes(now, 300) });
    const later = await classroom({ start_at: addMinutes(now, 300) });
    const next = await classroom({ start_at: addMinutes(now, 30) });
    const live = await classroom({ state: 'live', start_at: subMinutes(now, 10) });
    expect(await find('べき乗', { rest: '&kinds=classroom' })).toEqual(
      [live, next, later, over, inText].map((id) => `classroom ${id}`),
    );
  });
});

describe('search visibility', () => {
  it('shows a private classroom only to its host and to users with a reservation', async () => {
    const id = await classroom({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    const finders = [];
    for (const caller of [
      'unauthenticated',
      'anonymous',
      'adult',
      'otherAdult',
      'student',
      'professional',
      'staff',
    ] as const)
      if ((await find('べき乗', { as: caller })).length > 0) finders.push(caller);
    expect(finders).toEqual(['otherAdult', 'student']);
  });

  it('shows the archive of a private classroom only to its host, and an archive in processing to no one', async () => {
    const id = await classroom({ private_mode: true, state: 'ended', name: '別の題' });
    const hidden = await archive({ source_id: id });
    await archive({ state: 'processing' });
    expect([await find('べき乗', { as: 'adult' }), await find('べき乗', { as: 'otherAdult' })]).toEqual([
      [],
      [`archive ${hidden}`],
    ]);
  });

  it.each([['draft'], ['cancelled']] as const)('shows no event in state %s', async (state) => {
    await insertEvent(world.db, { organizer_id: world.people.professional, title: 'べき乗の夕べ', state });
    expect(await find('べき乗', { as: 'professional' })).toEqual([]);
  });

  it('hides children, suspended and withdrawn users, staff, and professionals that are not verified', async () => {
    for (const nickname of ['子ども', '停止中', '退会', '運営']) expect(await find(nickname)).toEqual([]);
    expect(await find('プロの教室')).toEqual([`professional ${world.people.professional}`]);
    await world.db
      .updateTable('professionals')
      .set({ verified_at: null })
      .where('user_id', '=', world.people.professional)
      .execute();
    expect(await find('プロの教室')).toEqual([]);
    await world.db
      .updateTable('professionals')
      .set({ verified_at: new Date() })
      .where('user_id', '=', world.people.professional)
      .execute();
  });

  it('hides what a suspended user hosts, and shows it again after reinstatement', async () => {
    const id = await classroom();
    await world.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', world.people.otherAdult).execute();
    expect([await find('べき乗'), await find('別の大人')]).toEqual([[], []]);
    await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.otherAdult).execute();
    expect(await find('べき乗')).toEqual([`classroom ${id}`]);
  });

  it('hides everything of a blocked user from the blocker, and the blocker as a person from the blocked user', async () => {
    const id = await classroom();
    await world.db
      .insertInto('user_blocks')
      .values({ blocker_id: world.people.adult, blocked_id: world.people.otherAdult, created_at: new Date() })
      .execute();
    await world.db
      .insertInto('user_blocks')
      .values({ blocker_id: world.people.otherAdult, blocked_id: world.people.student, created_at: new Date() })
      .execute();
    expect([await find('べき乗'), await find('別の大人')]).toEqual([[], []]);
    expect([
      await find('べき乗', { as: 'student' }),
      await find('別の大人', { as: 'student', rest: '&kinds=person' }),
    ]).toEqual([[`classroom ${id}`], []]);
  });

  it('keeps pupils of a separated school among themselves', async () => {
    const id = await classroom({ host_id: world.people.school });
    await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
    expect([
      await find('べき乗'),
      await find('べき乗', { as: 'school' }),
      await find('生徒', { rest: '&kinds=person' }),
    ]).toEqual([[], [`classroom ${id}`], []]);
    await world.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
    expect(await find('べき乗')).toEqual([`classroom ${id}`]);
  });
});

describe('pagination', () => {
  it.each([1, 3, 50])('returns every result once, with %i of each kind per page', async (limit) => {
    const ids = [];
    for (let n = 0; n < 7; n += 1)
      ids.push(`classroom ${await classroom(n % 2 ? {} : { name: `題 ${n}`, description: 'べき乗' })}`);
    for (let n = 0; n < 2; n += 1)
      ids.push(
        `event ${await insertEvent(world.db, { organizer_id: world.people.professional, title: 'べき乗の夕べ' })}`,
      );
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 10; page += 1) {
      const { body } = await ask('べき乗', { rest: `&limit=${limit}${cursor && `&cursor=${cursor}`}` });
      seen.push(...(body.items as SearchItem[]).map(idOf));
      expect(body.nextCursor === null).toBe(body.more.length === 0);
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(seen.sort()).toEqual(ids.sort());
  });

  it('reports which kinds have more results', async () => {
    for (let n = 0; n < 3; n += 1) await classroom();
    await insertEvent(world.db, { organizer_id: world.people.professional, title: 'べき乗の夕べ' });
    expect((await ask('べき乗', { rest: '&limit=2' })).body.more).toEqual(['classroom']);
  });
});

it.each([
  ['an empty query', ''],
  ['a blank query', '%20'],
  ['more than 100 characters', 'あ'.repeat(101)],
  ['an unknown kind', 'a&kinds=room'],
  ['an empty kind', 'a&kinds='],
  ['a cursor of another list', `a&cursor=${Buffer.from('[1,"x"]').toString('base64url')}`],
  ['a page of 51', 'a&limit=51'],
  ['a null character', '%00'],
])('rejects %s', async (_what, q) => {
  const { status, body } = await world.as('adult').get(`/search?q=${q}`);
  expect([status, body.code]).toEqual([422, 'invalid']);
});

it('limits the rate of searches', async () => {
  const limited = await startTestApp({
    env: { RATE_LIMIT_SEARCHES_PER_MINUTE: '2', RATE_LIMIT_VISITOR_SEARCHES_PER_MINUTE: '3' },
  });
  try {
    const statuses = (caller: Caller) =>
      Promise.all([1, 2, 3, 4].map(async (n) => (await limited.as(caller).get(`/search?q=${n}`)).status)).then((all) =>
        all.sort(),
      );
    expect(await statuses('adult')).toEqual([200, 200, 429, 429]);
    expect(await statuses('unauthenticated')).toEqual([200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});

it('runs the same number of statements for many results as for few', async () => {
  let statements = 0;
  const { query } = world.pool;
  for (let n = 0; n < 12; n += 1) await classroom();
  const counted = async (limit: number) => {
    statements = 0;
    world.pool.query = function count(this: typeof world.pool, ...args: unknown[]) {
      statements += 1;
      return (query as (...given: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    await find('べき乗', { rest: `&kinds=classroom&limit=${limit}` });
    world.pool.query = query;
    return statements;
  };
  expect(await counted(11)).toBe(await counted(1));
});
