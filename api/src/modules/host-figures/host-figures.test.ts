import { addMinutes, subDays, subMinutes } from 'date-fns';

import { aCrowd } from '../../testing/crowd';
import { clearContent, insertCategories, insertClassroom, insertParticipant } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertArchive } from '../archives/testing/insert-archive';
import { insertRating } from '../ratings/testing/insert-rating';

let world: TestApp;
let crowd: string[];
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = (await aCrowd(world, 24)).map(({ id }) => id);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const LENGTH_MINUTES = 45;
const ALL = LENGTH_MINUTES * 60;
const get = async (path = '', caller: Caller = 'professional') =>
  (await world.as(caller).get(`/me/host_figures${path}`)).body;

/** Who was in a class, and for how many seconds. */
type Visits = readonly (readonly [userId: string, seconds: number])[];
const stay = (ids: readonly string[], seconds = ALL): Visits => ids.map((id) => [id, seconds] as const);

/** Inserts a class of the professional that ended some days ago. */
async function endedClass(
  daysAgo: number,
  visits: Visits,
  given: Partial<Parameters<typeof insertClassroom>[1]> = {},
): Promise<string> {
  const startAt = subDays(world.clock.now(), daysAgo);
  const endAt = addMinutes(startAt, LENGTH_MINUTES);
  const times = { start_at: startAt, started_at: subMinutes(startAt, 10), end_at: endAt, ended_at: endAt };
  const id = await insertClassroom(world.db, {
    host_id: world.people.professional,
    state: 'ended',
    ...times,
    ...given,
  });
  for (const [userId, seconds] of visits)
    await insertParticipant(world.db, id, userId, { joined_at: startAt, left_at: endAt, seconds_present: seconds });
  return id;
}

/** 8 people, then 20 of whom 6 come back and 12 stay, then 2. */
async function threeClasses() {
  await endedClass(50, stay(crowd.slice(0, 8)), { name: '一回目' });
  const second = await endedClass(
    10,
    [...stay(crowd.slice(2, 8), ALL), ...stay(crowd.slice(8, 14), ALL), ...stay(crowd.slice(14, 22), 600)],
    { name: '二回目' },
  );
  for (const [index, userId] of crowd.slice(2, 8).entries())
    await insertRating(world, { classroom_id: second, user_id: userId, stars: index === 0 ? 3 : 5 });
  await endedClass(1, stay(crowd.slice(0, 2)), { name: '三回目' });
}

it('shows per class who came, stayed and had come before, the latest class first', async () => {
  await threeClasses();
  const { items, nextCursor } = await get('/classrooms');
  expect(items).toMatchObject([
    { name: '三回目', joined: 'few', medianSeconds: null, stayed: 'hidden', returning: 'hidden' },
    { name: '二回目', joined: 20, medianSeconds: ALL, stayed: 12, returning: 6, rating: { count: 6, average: 4.67 } },
    { name: '一回目', joined: 8, medianSeconds: ALL, stayed: 8, returning: 0, rating: { count: 0, average: null } },
  ]);
  expect(nextCursor).toBeNull();
});

it('adds up the figures of the classes, and counts classes that were too small apart', async () => {
  await threeClasses();
  expect(await get()).toEqual({
    classCount: 3,
    smallClassCount: 1,
    joined: 28,
    medianSeconds: ALL,
    stayed: { part: 20, whole: 28 },
    returning: { part: 6, whole: 28 },
    rating: { average: 4.67, count: 6 },
  });
});

it('limits classes and totals to a period, not what counts as an earlier class', async () => {
  await threeClasses();
  expect((await get('/classrooms?days=30')).items.map(({ name }: { name: string }) => name)).toEqual([
    '三回目',
    '二回目',
  ]);
  expect(await get('?days=30')).toMatchObject({ classCount: 2, joined: 20, returning: { part: 6, whole: 20 } });
  expect(await get('?days=90')).toMatchObject({ classCount: 3, joined: 28 });
});

it('lets no total be subtracted from the others to find a small group', async () => {
  // Of one class, 3 stayed; of another, all but 2; of the third, 7 of 14.
  await endedClass(40, [...stay(crowd.slice(0, 3)), ...stay(crowd.slice(3, 12), 60)]);
  await endedClass(20, [...stay(crowd.slice(0, 10)), ...stay(crowd.slice(10, 12), 60)]);
  await endedClass(5, [...stay(crowd.slice(0, 7)), ...stay(crowd.slice(7, 14), 60)]);
  expect((await get('/classrooms')).items.map(({ stayed }: { stayed: unknown }) => stayed)).toEqual([
    7,
    'hidden',
    'few',
  ]);
  // The same in every period: the hidden ones are in none.
  for (const query of ['?days=30', '?days=90', '']) expect((await get(query)).stayed).toEqual({ part: 7, whole: 14 });
});

it('counts speakers and listeners who were let in and not removed, with visitors', async () => {
  const id = await endedClass(3, stay(crowd.slice(0, 5)));
  const at = world.clock.now();
  const more = [
    [crowd[5], { kicked_at: at }],
    [crowd[6], { joined_at: null }],
    [crowd[7], { role: 'co_host' }],
    [crowd[8], { role: 'listener' }],
    [world.people.anonymous, { role: 'listener', anonymous_id: world.people.anonymous }],
  ] as const;
  for (const [userId, given] of more) await insertParticipant(world.db, id, userId ?? '', given);
  expect((await get('/classrooms')).items).toMatchObject([{ joined: 7 }]);
});

it('measures the stay from the planned start, even when the host opened the room before', async () => {
  await endedClass(3, [...stay(crowd.slice(0, 6), ALL * 0.8), ...stay(crowd.slice(6, 12), ALL * 0.8 - 1)]);
  expect((await get('/classrooms')).items).toMatchObject([{ joined: 12, stayed: 6 }]);
});

it('shows a class without participants', async () => {
  await endedClass(3, []);
  expect((await get('/classrooms')).items).toMatchObject([
    { joined: 0, medianSeconds: null, stayed: 0, returning: 0, rating: { count: 0, average: null } },
  ]);
  expect(await get()).toEqual({
    classCount: 1,
    smallClassCount: 0,
    joined: 0,
    medianSeconds: null,
    stayed: null,
    returning: null,
    rating: null,
  });
});

it('contains only ended classes of the caller, without rooms of events', async () => {
  await endedClass(3, stay(crowd.slice(0, 9)));
  await endedClass(2, [], { state: 'live', ended_at: null });
  await insertArchive(world, { source_id: 'cls_x' });
  for (const caller of ['otherAdult', 'child'] as const) {
    expect((await get('/classrooms', caller)).items).toEqual([]);
    expect((await get('/archives', caller)).items).toEqual([]);
    expect(await get('', caller)).toMatchObject({ classCount: 0, joined: 0 });
  }
  expect((await get('/classrooms')).items).toHaveLength(1);
  expect(await world.as('unauthenticated').get('/me/host_figures')).toMatchObject({ status: 401 });
});

it('pages through classes and archives of the same time', async () => {
  for (const name of ['一', '二', '三']) await endedClass(3, [], { name });
  for (const title of ['一', '二', '三']) await insertArchive(world, { title, source_id: `cls_${title}` });
  for (const list of ['classrooms', 'archives']) {
    const first = await get(`/${list}?limit=2`);
    const rest = await get(`/${list}?limit=2&cursor=${first.nextCursor}`);
    const names = [...first.items, ...rest.items].map(({ name, title }) => name ?? title);
    expect([first.items.length, names.toSorted(), rest.nextCursor]).toEqual([2, ['一', '三', '二'], null]);
  }
});

it('shows how many viewers reached each tenth of an archive, besides host and speakers', async () => {
  const id = await insertArchive(world, { duration_seconds: 1000, source_id: 'cls_x' });
  const watch = (ids: readonly string[], furthest: number) =>
    world.db
      .insertInto('archive_positions')
      .values(
        ids.map((userId) => ({
          user_id: userId,
          archive_id: id,
          position_seconds: 0,
          furthest_seconds: furthest,
          updated_at: world.clock.now(),
        })),
      )
      .execute();
  await watch(crowd.slice(0, 3), 50);
  await watch(crowd.slice(3, 8), 250);
  await watch(crowd.slice(8, 16), 600);
  await watch(crowd.slice(16, 22), 999);
  await watch([world.people.professional, crowd[22] ?? ''], 1000);
  await world.db
    .insertInto('archive_parts')
    .values({ archive_id: id, user_id: crowd[22] ?? '' })
    .execute();
  await insertArchive(world, {
    duration_seconds: 600,
    source_id: 'cls_y',
    published_at: subDays(world.clock.now(), 1),
  });
  await insertArchive(world, { state: 'hidden', source_id: 'cls_z' });
  expect((await get('/archives')).items).toMatchObject([
    // The three who left first show only together with the next five.
    { id, viewers: 22, reached: [22, 22, 14, 14, 14, 14, 6, 6, 6, 6] },
    { viewers: 0, reached: null },
  ]);
  await world.db.deleteFrom('archive_positions').where('user_id', 'in', crowd.slice(3, 23)).execute();
  expect((await get('/archives')).items).toMatchObject([{ viewers: 'few', reached: null }, {}]);
});
