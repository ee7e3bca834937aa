import { insertCategories, insertClassroom, insertReservation } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeEach(async () => {
  world = await startTestApp({ env: { MICRO_CACHE_MS: '10000' } });
  await insertCategories(world.db);
});
afterEach(() => world.close());

const room = (name: string, given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
  insertClassroom(world.db, { host_id: world.people.professional, name, ...given });
const itemsFor = async (caller: Caller) => {
  const { status, body } = await world.as(caller).get('/classrooms');
  expect(status).toBe(200);
  return body.items as { name: string; isReserved: boolean; myRole: string | null; reservedCount: number }[];
};
const namesFor = async (caller: Caller) => (await itemsFor(caller)).map(({ name }) => name);

it("reads each viewer's relation to rows that are cached for everybody", async () => {
  const id = await room('数学');
  expect(await itemsFor('adult')).toMatchObject([{ isReserved: false, myRole: null }]);
  await insertReservation(world.db, id, world.people.student);
  expect(await itemsFor('student')).toMatchObject([{ isReserved: true, myRole: null }]);
  expect(await itemsFor('professional')).toMatchObject([{ isReserved: false, myRole: 'host' }]);
  expect(await itemsFor('adult')).toMatchObject([{ isReserved: false, myRole: null }]);
});

it('keeps rows for a moment and shows a write of this process at once', async () => {
  const id = await room('数学');
  expect(await namesFor('adult')).toEqual(['数学']);
  await room('物理');
  expect(await namesFor('student')).toEqual(['数学']);
  expect((await world.as('student').post(`/classrooms/${id}/reservations`)).status).toBe(201);
  expect(await itemsFor('adult')).toMatchObject([{ name: '数学', reservedCount: 1 }, { name: '物理' }]);
});

it.each([
  [
    'a viewer who has blocked a host',
    ['数学'],
    () =>
      world.db
        .insertInto('user_blocks')
        .values({ blocker_id: world.people.adult, blocked_id: world.people.otherAdult, created_at: world.clock.now() })
        .execute(),
  ],
  [
    'the host of a private classroom',
    ['数学', '物理', '自分だけ'],
    () => room('自分だけ', { host_id: world.people.adult, private_mode: true }),
  ],
  [
    'a viewer with a reservation of a private classroom',
    ['数学', '物理', '予約した'],
    async () => insertReservation(world.db, await room('予約した', { private_mode: true }), world.people.adult),
  ],
])('gives %s their own rows, although others are cached', async (_who, names, prepare) => {
  await room('数学');
  await room('物理', { host_id: world.people.otherAdult });
  expect(await namesFor('student')).toEqual(['数学', '物理']);
  await prepare();
  expect((await namesFor('adult')).sort()).toEqual([...names].sort());
  expect(await namesFor('student')).toEqual(['数学', '物理']);
});

it('hides classrooms from pupils of a school that keeps them separate, although they are cached for others', async () => {
  await room('数学');
  expect(await namesFor('adult')).toEqual(['数学']);
  await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
  expect(await namesFor('school')).toEqual([]);
});
