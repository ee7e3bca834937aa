import { insertCategories } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
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

it.each(everybody)('shows %s the categories in order, each with its interests in order', async (caller) => {
  const { status, body } = await world.as(caller).get('/categories');
  expect(status).toBe(200);
  expect(body.categories.slice(-2)).toEqual([
    { id: 'cat_space', name: '宇宙', order: 900, interests: [{ id: 'int_galaxies', name: '銀河' }] },
    {
      id: 'cat_math',
      name: '数学・統計',
      order: 901,
      interests: [
        { id: 'int_statistics', name: '統計' },
        { id: 'int_algebra', name: '代数' },
      ],
    },
  ]);
});

it('shows a category without interests with an empty list', async () => {
  await world.db.insertInto('categories').values({ id: 'cat_bare', name: '音楽', sort_order: 999 }).execute();
  const { body } = await world.as('adult').get('/categories');
  expect(body.categories.at(-1)).toEqual({ id: 'cat_bare', name: '音楽', order: 999, interests: [] });
});

it('reads the database once for many requests within the cache time', async () => {
  const cached = await startTestApp({ env: { MICRO_CACHE_MS: '10000' } });
  await insertCategories(cached.db);
  const first = await cached.as('adult').get('/categories');
  await cached.db.updateTable('categories').set({ name: '別の名前' }).execute();
  const again = await cached.as('student').get('/categories');
  expect(again.body).toEqual(first.body);
  await cached.close();
});
