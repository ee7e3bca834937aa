import { addDays } from 'date-fns';

import { clearContent, insertCategories } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertPaidSeries, insertSeries } from '../series/testing/insert-series';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(async () => {
  await world.db.deleteFrom('archives').execute();
  await world.db.deleteFrom('user_blocks').execute();
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.otherAdult).execute();
  await world.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
  await clearContent(world.db);
});
afterAll(() => world.close());

const inDays = (days: number) => addDays(world.clock.now(), days);
const aSeries = (dates: Parameters<typeof insertSeries>[2] = [{ start_at: inDays(1) }], given: object = {}) =>
  insertSeries(
    world.db,
    { host_id: world.people.otherAdult, title: 'ベクトルの旅', description: '指数関数まで。', ...given },
    dates,
  );
const ask = async (q: string, caller: Caller = 'adult', rest = '') => {
  const { status, body } = await world.as(caller).get(`/search?q=${encodeURIComponent(q)}&kinds=series${rest}`);
  expect(status).toBe(200);
  return body;
};
const find = async (q: string, caller?: Caller): Promise<string[]> =>
  (await ask(q, caller)).items.map(({ series }: { series: { id: string } }) => series.id);
const setDate = (id: string, set: { state?: 'cancelled' | 'ended' | 'live'; series_id?: null; archive_id?: string }) =>
  world.db.updateTable('classrooms').set(set).where('id', '=', id).execute();
/** Publishes the archive of a date. */
async function publishArchive(date: string) {
  const id = `arc_${date}`;
  const now = new Date();
  await world.db
    .insertInto('archives')
    .values({
      ...{ id, source: 'classroom', source_id: date, host_id: world.people.otherAdult, title: '録画' },
      ...{ category_id: 'cat_space', access: 'public', state: 'processing', created_at: now, updated_at: now },
    })
    .execute();
  await setDate(date, { archive_id: id });
  await world.db.updateTable('archives').set({ state: 'ready', published_at: now }).where('id', '=', id).execute();
}

it.each([
  ['part of the title', 'クトルの'],
  ['hiragana', 'べくとる'],
  ['half-width katakana', 'ﾍﾞｸﾄﾙ'],
  ['the description', '指数関数'],
  ['the name of the host', '別の大人'],
  ['the category', '宇宙'],
  ['two words in any order', '旅 宇宙'],
])('finds a series by %s', async (_by, q) => {
  const { id } = await aSeries();
  expect(await find(q)).toEqual([id]);
});

it('shows the number of dates without cancelled ones, and the next one', async () => {
  const next = inDays(2);
  const { id } = await aSeries([
    { state: 'ended', start_at: inDays(-1) },
    { start_at: next },
    { start_at: inDays(1), state: 'cancelled' },
  ]);
  expect((await ask('べくとる', 'unauthenticated')).items).toEqual([
    {
      kind: 'series',
      series: {
        ...{ id, title: 'ベクトルの旅', dateCount: 2, endedCount: 1, isLive: false, endedAt: null },
        nextStartAt: next.toISOString(),
        host: expect.objectContaining({ id: world.people.otherAdult }),
      },
    },
  ]);
});

it('lists series that are live, with a date ahead, with something to watch, and over, and those that match in the text last', async () => {
  const inText = await aSeries(undefined, { title: '別の題', description: 'ベクトル' });
  const over = await aSeries([{ state: 'ended', start_at: inDays(-1) }]);
  const watchable = await aSeries([{ state: 'ended', start_at: inDays(-9) }]);
  await publishArchive(watchable.dates[0] ?? '');
  const later = await aSeries([{ start_at: inDays(9) }]);
  const next = await aSeries([{ start_at: inDays(20) }, { start_at: inDays(3) }]);
  const live = await aSeries([{ start_at: inDays(5) }, { state: 'live', start_at: inDays(0) }]);
  expect(await find('ベクトル')).toEqual([live, next, later, watchable, over, inText].map(({ id }) => id));
});

it('follows the events among its dates and their archives', async () => {
  const { id, events, rooms } = await insertPaidSeries(world, {
    host_id: world.people.otherAdult,
    title: 'ベクトルの旅',
  });
  const other = await aSeries([{ state: 'ended' }]);
  for (const room of rooms) await setDate(room, { state: 'ended' });
  const archive = `arc_${events[0]}`;
  const now = new Date();
  await world.db
    .insertInto('archives')
    .values({
      ...{ id: archive, source: 'event', source_id: events[0] ?? '', host_id: world.people.otherAdult, title: '録画' },
      ...{ category_id: 'cat_space', access: 'public', state: 'processing', created_at: now, updated_at: now },
    })
    .execute();
  await world.db
    .updateTable('events')
    .set({ archive_id: archive })
    .where('id', '=', events[0] ?? '')
    .execute();
  await world.db.updateTable('archives').set({ state: 'ready', published_at: now }).where('id', '=', archive).execute();
  expect(await find('ベクトル')).toEqual([id, other.id]);
  await world.db.updateTable('events').set({ state: 'cancelled' }).where('id', 'in', events).execute();
  expect(await find('ベクトル')).toEqual([other.id]);
});

it('follows what happens to the dates', async () => {
  const first = await aSeries([{ start_at: inDays(1) }, { start_at: inDays(5) }]);
  const second = await aSeries([{ start_at: inDays(3) }]);
  expect(await find('ベクトル')).toEqual([first.id, second.id]);
  await setDate(first.dates[0] ?? '', { state: 'cancelled' });
  expect(await find('ベクトル')).toEqual([second.id, first.id]);
  await setDate(first.dates[1] ?? '', { state: 'live' });
  expect(await find('ベクトル')).toEqual([first.id, second.id]);
  await setDate(first.dates[1] ?? '', { series_id: null });
  expect(await find('ベクトル')).toEqual([second.id]);
  await world.db
    .deleteFrom('classrooms')
    .where('id', '=', second.dates[0] ?? '')
    .execute();
  expect(await find('ベクトル')).toEqual([]);
});

it('does not find a series without a date, nor after its last dates are cancelled at once', async () => {
  await aSeries([]);
  const { dates } = await aSeries([{}, {}]);
  const [one, other] = [await world.pool.connect(), await world.pool.connect()];
  try {
    const cancel = "update classrooms set state = 'cancelled' where id = $1";
    await one.query('begin');
    await one.query(cancel, [dates[0]]);
    const waiting = other.query(cancel, [dates[1]]);
    await one.query('commit');
    await waiting;
  } finally {
    one.release();
    other.release();
  }
  expect(await find('ベクトル')).toEqual([]);
});

it('follows its own texts, its host and its end', async () => {
  const { id } = await aSeries();
  await world.as('otherAdult').patch(`/series/${id}`, { title: '行列の旅' });
  expect([await find('ベクトル'), await find('行列')]).toEqual([[], [id]]);
  await world.as('otherAdult').post(`/series/${id}/end`);
  expect(await find('行列')).toEqual([]);
});

it('finds a series that the staff has hidden only for its host', async () => {
  const { id } = await aSeries(undefined, { hidden_at: new Date() });
  const finders = [];
  for (const caller of ['unauthenticated', 'anonymous', 'adult', 'otherAdult', 'professional', 'staff'] as const)
    if ((await find('ベクトル', caller)).includes(id)) finders.push(caller);
  expect(finders).toEqual(['otherAdult']);
});

it('finds no series of a suspended host, nor lists it in the sitemap, until reinstatement', async () => {
  const { id } = await aSeries();
  const set = (state: 'active' | 'suspended') =>
    world.db.updateTable('users').set({ state }).where('id', '=', world.people.otherAdult).execute();
  const listed = async () => (await world.as('unauthenticated').get('/sitemap/series')).body.ids;
  await set('suspended');
  expect([await find('ベクトル'), await listed()]).toEqual([[], []]);
  await set('active');
  expect([await find('ベクトル'), await listed()]).toEqual([[id], [id]]);
});

it('finds no series of whoever the searcher has blocked', async () => {
  const { id } = await aSeries();
  await world.db
    .insertInto('user_blocks')
    .values({ blocker_id: world.people.adult, blocked_id: world.people.otherAdult, created_at: new Date() })
    .execute();
  expect([await find('ベクトル'), await find('ベクトル', 'student')]).toEqual([[], [id]]);
});

it('keeps the series of a separated school among its pupils', async () => {
  const { id } = await aSeries(undefined, { host_id: world.people.school });
  await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
  expect([await find('ベクトル'), await find('ベクトル', 'unauthenticated'), await find('ベクトル', 'school')]).toEqual(
    [[], [], [id]],
  );
});

it('pages through series', async () => {
  const ids = [];
  for (let n = 1; n <= 3; n += 1) ids.push((await aSeries([{ start_at: inDays(n) }])).id);
  const first = await ask('ベクトル', 'adult', '&limit=2');
  const rest = await ask('ベクトル', 'adult', `&limit=2&cursor=${first.nextCursor}`);
  expect(first.more).toEqual(['series']);
  expect([...first.items, ...rest.items].map(({ series }) => series.id)).toEqual(ids);
});
