import { clearContent, insertCategories, insertClassroom, insertEvent } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(async () => {
  await world.db.deleteFrom('professionals').execute();
  await clearContent(world.db);
});
afterAll(() => world.close());

const sizes = async () => (await world.as('unauthenticated').get('/sitemap')).body.sizes as Record<string, number>;
const idsOf = async (kind: string, file = 1) =>
  (await world.as('unauthenticated').get(`/sitemap/${kind}?file=${file}`)).body.ids as string[];

it('lists what everybody may see, the same for everybody', async () => {
  const host = { host_id: world.people.otherAdult };
  const open = await insertClassroom(world.db, host);
  const hidden = await insertClassroom(world.db, { ...host, private_mode: true });
  const cancelled = await insertClassroom(world.db, { ...host, state: 'cancelled' });
  const event = await insertEvent(world.db, { organizer_id: world.people.professional, state: 'published' });
  const draft = await insertEvent(world.db, { organizer_id: world.people.professional, state: 'draft' });
  expect(await idsOf('classroom')).toEqual([open]);
  expect(await idsOf('event')).toEqual([event]);
  expect([hidden, cancelled, draft]).toHaveLength(3);
  expect(await sizes()).toMatchObject({ classroom: 1, event: 1, archive: 0 });
  const ofHost = (await world.as('otherAdult').get('/sitemap/classroom')).body.ids;
  expect(ofHost).toEqual([open]);
});

it('lists no classroom of a school that keeps its pupils among themselves', async () => {
  const id = await insertClassroom(world.db, { host_id: world.people.school });
  const closed = (isClosed: boolean) =>
    world.db.updateTable('partner_schools').set({ classmates_only: isClosed }).execute();
  await closed(false);
  expect(await idsOf('classroom')).toEqual([id]);
  await closed(true);
  expect(await idsOf('classroom')).toEqual([]);
  expect((await sizes()).classroom).toBe(0);
  await closed(false);
});

it('lists professionals once they are verified, and no other people', async () => {
  const insert = (verifiedAt: Date | null) =>
    world.db
      .insertInto('professionals')
      .values({ user_id: world.people.professional, org_name: '森の教室', verified_at: verifiedAt, category_ids: [] })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ verified_at: verifiedAt }))
      .execute();
  await insert(null);
  expect(await idsOf('professional')).toEqual([]);
  await insert(new Date());
  expect(await idsOf('professional')).toEqual([world.people.professional]);
  expect((await world.as('unauthenticated').get('/sitemap/person')).status).toBe(404);
});

it('divides a kind into files', async () => {
  await insertClassroom(world.db, { host_id: world.people.adult });
  expect(await idsOf('classroom', 2)).toEqual([]);
  for (const file of ['0', '50001', '1.5', 'x'])
    expect((await world.as('unauthenticated').get(`/sitemap/classroom?file=${file}`)).status).toBe(422);
});
