import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import type { PersonName } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('user_reports').execute();
  await api.db.deleteFrom('rate_limits').execute();
});

const report = (caller: Caller, target: PersonName, body: object = { reason: 'spam' }) =>
  api.as(caller).post(`/users/${api.people[target]}/report`, body);
const rows = () => api.db.selectFrom('user_reports').selectAll().execute();

it.each<[Caller, PersonName, number]>([
  ['unauthenticated', 'adult', 401],
  ['anonymous', 'adult', 401],
  ['adult', 'student', 200],
  ['student', 'adult', 200],
  ['child', 'adult', 200],
  ['school', 'adult', 200],
  ['professional', 'child', 200],
  ['subscriber', 'adult', 200],
  ['adult', 'adult', 422],
  ['adult', 'withdrawn', 404],
  ['resubmit', 'adult', 403],
  ['suspended', 'adult', 403],
])('answers a report by %s about %s with %d', async (caller, target, status) => {
  expect((await report(caller, target)).status).toBe(status);
  expect(await rows()).toHaveLength(status === 200 ? 1 : 0);
});

it('stores a snapshot of the profile, and one report per user', async () => {
  const setPerson = (introduction: string) =>
    api.db.updateTable('users').set({ introduction }).where('id', '=', api.people.student).execute();
  await setPerson('買ってください');
  await report('adult', 'student', { reason: 'other', detail: '宣伝です' });
  await setPerson('何もしていません');
  expect((await report('adult', 'student')).status).toBe(200);
  expect(await rows()).toMatchObject([
    {
      reported_id: api.people.student,
      reporter_id: api.people.adult,
      reason: 'other',
      detail: '宣伝です',
      evidence: { introduction: '買ってください' },
      state: 'open',
    },
  ]);
});

it('stores another report once the first is settled', async () => {
  await report('adult', 'student');
  await api.db.updateTable('user_reports').set({ state: 'dismissed' }).execute();
  await Promise.all([report('adult', 'student'), report('adult', 'student')]);
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['dismissed', 'open']);
});

it('rejects an unknown reason', async () => {
  expect((await report('adult', 'student', { reason: 'dislike' })).status).toBe(422);
});
