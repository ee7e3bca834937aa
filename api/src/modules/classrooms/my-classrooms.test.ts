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

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const room = (given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
  insertClassroom(world.db, { host_id: world.people.otherAdult, start_at: at(60), ...given });
const attend = (classroomId: string, given = {}) =>
  insertClassroomUser(world.db, {
    classroom_id: classroomId,
    user_id: world.people.adult,
    role: 'listener',
    joined_at: new Date(),
    ...given,
  });
const list = async (query = '', caller: Caller = 'adult') =>
  (await world.as(caller).get(`/me/classrooms${query}`)).body.items as {
    id: string;
    name: string;
    myParts: string[];
  }[];

/** Inserts one classroom for each role and time, and one of another user. */
async function setUp() {
  const hosted = await room({ host_id: world.people.adult, name: '開く' });
  const reserved = await room({ name: '予約', start_at: at(120), private_mode: true });
  await insertReservation(world.db, reserved, world.people.adult);
  const attended = await room({ name: '参加', state: 'ended', start_at: at(-200) });
  await attend(attended);
  await insertReservation(world.db, attended, world.people.adult);
  const wasHosted = await room({ host_id: world.people.adult, name: '開いた', state: 'ended', start_at: at(-100) });
  const cancelled = await room({ host_id: world.people.adult, name: '中止', state: 'cancelled', start_at: at(50) });
  await room({ name: '他人の' });
  return { hosted, reserved, attended, wasHosted, cancelled };
}

it("lists upcoming ones by start and past ones newest first, each with the user's roles", async () => {
  const { hosted, reserved, attended, wasHosted, cancelled } = await setUp();
  expect((await list()).map(({ id, myParts }) => [id, myParts])).toEqual([
    [hosted, ['host']],
    [reserved, ['reserved']],
  ]);
  expect((await list('?when=past')).map(({ id, myParts }) => [id, myParts])).toEqual([
    [cancelled, ['host']],
    [wasHosted, ['host']],
    [attended, ['reserved', 'attended']],
  ]);
});

it.each([
  ['host', 'upcoming', ['開く']],
  ['reserved', 'upcoming', ['予約']],
  ['attended', 'upcoming', []],
  ['host', 'past', ['中止', '開いた']],
  ['attended', 'past', ['参加']],
  ['reserved', 'past', ['参加']],
])('lists by the role %s, %s: %j', async (role, when, names) => {
  await setUp();
  expect((await list(`?role=${role}&when=${when}`)).map(({ name }) => name)).toEqual(names);
});

it('hides classrooms from which the user was removed, and those of other users', async () => {
  const id = await room({ state: 'ended', start_at: at(-60) });
  await attend(id, { kicked_at: new Date() });
  expect([await list('?when=past'), await list('?when=past', 'student')]).toEqual([[], []]);
});

it('does not list a room that the user never entered', async () => {
  const id = await room({ state: 'live', start_at: at(-5) });
  await attend(id, { joined_at: null });
  expect(await list()).toEqual([]);
});

it.each(['upcoming', 'past'])('pages through %s ones, each once', async (when) => {
  const start = at(when === 'past' ? -500 : 500);
  for (let n = 0; n < 7; n += 1)
    await room({
      host_id: world.people.adult,
      state: when === 'past' ? 'ended' : 'scheduled',
      start_at: n % 2 ? start : addMinutes(start, n),
    });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await world.as('adult').get(`/me/classrooms?when=${when}&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
});

it.each(['when=now', 'role=guest', 'cursor=abc', 'limit=51'])('rejects ?%s', async (query) => {
  expect((await world.as('adult').get(`/me/classrooms?${query}`)).status).toBe(422);
});
