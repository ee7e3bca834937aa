import { clearContent } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { fillCategories } from './first-categories';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

it('fills an empty product with the first categories once, and leaves existing ones alone', async () => {
  await clearContent(api.db);
  await api.db.deleteFrom('interests').execute();
  await api.db.deleteFrom('categories').execute();
  await fillCategories(api.pool);
  await fillCategories(api.pool);
  const { status, body } = await api.as('unauthenticated').get('/categories');
  expect(status).toBe(200);
  expect(body.categories).toHaveLength(10);
  expect(body.categories[0]).toMatchObject({ id: 'cat_math', name: '数学', order: 1 });
  expect(body.categories.every(({ interests }: { interests: unknown[] }) => interests.length > 3)).toBe(true);

  await api.db.deleteFrom('interests').execute();
  await api.db.deleteFrom('categories').where('id', '<>', 'cat_math').execute();
  await fillCategories(api.pool);
  expect(await api.db.selectFrom('categories').select('id').execute()).toEqual([{ id: 'cat_math' }]);
});
