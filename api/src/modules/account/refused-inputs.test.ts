import { insertCategories, insertClassroom } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());

it.each([
  ['a user name and a password', 'https://user:pw@example.test/'],
  ['a trailing line break', 'https://example.test/\n'],
  ['a space', 'https://example.test/a b'],
  ['another scheme', 'ftp://example.test'],
])('rejects a web address with %s', async (_what, orgUrl) => {
  expect(await api.as('professional').patch('/me', { orgUrl })).toMatchObject({
    status: 422,
    body: { fields: { orgUrl: expect.any(String) } },
  });
});

it('rejects unknown categories', async () => {
  expect(await api.as('professional').patch('/me', { categoryIds: ['cat_math', 'cat_nothing'] })).toMatchObject({
    status: 422,
    body: { fields: { categoryIds: expect.any(String) } },
  });
});

it('counts only the classrooms of a user that the viewer may see', async () => {
  const host = api.people.student;
  await insertClassroom(api.db, { host_id: host });
  await insertClassroom(api.db, { host_id: host, private_mode: true });
  const countFor = async (caller: 'student' | 'unauthenticated') =>
    (await api.as(caller).get(`/users/${host}`)).body.classroomCount as number;
  expect([await countFor('unauthenticated'), await countFor('student')]).toEqual([1, 2]);
});

it('counts no classrooms of a host whom a school separates from the viewer', async () => {
  await insertClassroom(api.db, { host_id: api.people.adult });
  await insertClassroom(api.db, { host_id: api.people.school });
  const countFor = async (caller: Caller, host: keyof typeof api.people) =>
    (await api.as(caller).get(`/users/${api.people[host]}`)).body.classroomCount as number;
  const counts = async () => [
    await countFor('school', 'adult'),
    await countFor('adult', 'school'),
    await countFor('unauthenticated', 'school'),
    await countFor('school', 'school'),
    await countFor('unauthenticated', 'adult'),
  ];
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  await api.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
  expect(await counts()).toEqual([0, 0, 0, 1, 1]);
  await api.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
});

it('is ready only while the database accepts writes', async () => {
  const ready = () => api.app.inject({ url: '/v1/readyz' });
  expect((await ready()).statusCode).toBe(200);
  await api.pool.query(
    "create or replace function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$",
  );
  await api.pool.query(
    'create trigger full_disk before insert or update on rate_limits for each row execute function full_disk()',
  );
  expect((await ready()).statusCode).toBe(503);
  expect(await api.as('unauthenticated').post('/auth/reset-password-link', { email: 'a@example.test' })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { code: 'unavailable' },
  });
  await api.pool.query('drop trigger full_disk on rate_limits');
  expect((await ready()).statusCode).toBe(200);
});
