import { addSeconds } from 'date-fns';

import { insertCategories, insertClassroom } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertArchive } from './testing/insert-archive';

let world: TestApp;
beforeEach(async () => {
  world = await startTestApp({ env: { MICRO_CACHE_MS: '10000' } });
  await insertCategories(world.db);
});
afterEach(() => world.close());

interface Item {
  title: string;
  canWatch: boolean;
  resumeAtSeconds: number;
  host: { isFollowed: boolean };
}

async function itemsFor(caller: Caller, path = '/archives'): Promise<Item[]> {
  const { status, body } = await world.as(caller).get(path);
  expect(status).toBe(200);
  return body.items;
}
const titlesFor = async (caller: Caller, path?: string) => (await itemsFor(caller, path)).map(({ title }) => title);

/** Inserts an archive of a private classroom of the professional, in which the adult was. */
async function insertPrivate(title: string): Promise<string> {
  const room = await insertClassroom(world.db, {
    host_id: world.people.professional,
    state: 'ended',
    private_mode: true,
  });
  await world.db
    .insertInto('classroom_users')
    .values([
      { classroom_id: room, user_id: world.people.adult, role: 'listener', joined_at: world.clock.now() },
      // Waited in the lobby and was never let in.
      { classroom_id: room, user_id: world.people.student, role: 'listener' },
    ])
    .execute();
  return insertArchive(world, { title, source_id: room });
}

const follow = () =>
  world.db
    .insertInto('follows')
    .values({ follower_id: world.people.student, followee_id: world.people.professional })
    .execute();

it("reads each viewer's relation to rows that are cached for everybody", async () => {
  const id = await insertArchive(world, { access: 'signed_in' });
  expect(await itemsFor('unauthenticated')).toMatchObject([
    { canWatch: false, resumeAtSeconds: 0, host: { isFollowed: false } },
  ]);
  await world.db
    .insertInto('archive_positions')
    .values({ user_id: world.people.student, archive_id: id, position_seconds: 61, updated_at: world.clock.now() })
    .execute();
  await follow();
  expect(await itemsFor('student')).toMatchObject([
    { canWatch: true, resumeAtSeconds: 61, host: { isFollowed: true } },
  ]);
  expect(await itemsFor('adult')).toMatchObject([{ canWatch: true, resumeAtSeconds: 0, host: { isFollowed: false } }]);
  expect(await itemsFor('unauthenticated')).toMatchObject([{ canWatch: false, resumeAtSeconds: 0 }]);
});

it('lets nobody watch the archive of subscribers because a subscriber has listed it', async () => {
  await insertArchive(world, { access: 'subscriber' });
  await world.db.updateTable('users').set({ is_subscribed: true }).where('id', '=', world.people.adult).execute();
  expect(await itemsFor('adult')).toMatchObject([{ canWatch: true }]);
  expect(await itemsFor('student')).toMatchObject([{ canWatch: false }]);
  expect(await itemsFor('professional')).toMatchObject([{ canWatch: true }]);
});

it('keeps rows for a moment and shows a write of this process at once', async () => {
  await insertArchive(world, { title: '星' });
  expect(await titlesFor('adult')).toEqual(['星']);
  await insertArchive(world, { title: '月', published_at: addSeconds(world.clock.now(), 1) });
  expect(await titlesFor('student')).toEqual(['星']);
  expect((await world.as('student').post(`/users/${world.people.professional}/follow`)).status).toBeLessThan(300);
  expect(await titlesFor('adult')).toEqual(['月', '星']);
});

it.each([
  ['/archives', '/archives'],
  ['a category', '/categories/cat_space/archives'],
  ['a host', '/users/PROFESSIONAL/archives'],
])('shows archives of private classrooms only to who was there, in the list of %s', async (_name, path) => {
  const list = path.replace('PROFESSIONAL', world.people.professional);
  await insertArchive(world, { title: '星' });
  await insertPrivate('ひみつ');
  expect(await titlesFor('student', list)).toEqual(['星']);
  expect((await titlesFor('adult', list)).sort()).toEqual(['ひみつ', '星']);
  expect((await titlesFor('professional', list)).sort()).toEqual(['ひみつ', '星']);
  expect(await titlesFor('student', list)).toEqual(['星']);
  expect(await titlesFor('unauthenticated', list)).toEqual(['星']);
});

it('shows a recommended archive of a private classroom only to who was there', async () => {
  const watched = await insertArchive(world, { title: '星' });
  const open = await insertArchive(world, { title: '月' });
  const hidden = await insertPrivate('ひみつ');
  await world.db
    .insertInto('archive_recommendations')
    .values([open, hidden].map((recommended_id, rank) => ({ archive_id: watched, recommended_id, rank })))
    .execute();
  const path = `/archives/${watched}/recommends`;
  expect(await titlesFor('student', path)).toEqual(['月']);
  expect(await titlesFor('adult', path)).toEqual(['月', 'ひみつ']);
  expect(await titlesFor('student', path)).toEqual(['月']);
});

it('hides archives from pupils of a school that keeps them separate, although they are cached for others', async () => {
  await insertArchive(world, { title: '星' });
  expect(await titlesFor('adult')).toEqual(['星']);
  await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
  expect(await titlesFor('school')).toEqual([]);
});
