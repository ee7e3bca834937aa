import { clearContent, insertCategories } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { insertArchive } from '../testing/insert-archive';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
beforeEach(async () => {
  await api.db.deleteFrom('archive_reports').execute();
  await clearContent(api.db);
});
afterAll(() => api.close());

const report = (caller: Caller, id: string, body: object = { reason: 'spam' }) =>
  api.as(caller).post(`/archives/${id}/report`, body);
const rows = () => api.db.selectFrom('archive_reports').selectAll().execute();

it.each<[Caller, number]>([
  ['unauthenticated', 401],
  ['anonymous', 401],
  ['adult', 200],
  ['child', 200],
  ['professional', 422],
])('answers a report by %s with %d', async (caller, status) => {
  const id = await insertArchive(api);
  expect((await report(caller, id)).status).toBe(status);
  expect(await rows()).toHaveLength(status === 200 ? 1 : 0);
});

it('keeps what the archive showed, and one report per user', async () => {
  const id = await insertArchive(api, { title: '買ってください' });
  await report('adult', id, { reason: 'other', detail: '宣伝です' });
  await api.db.updateTable('archives').set({ title: '星の一生' }).where('id', '=', id).execute();
  expect((await report('adult', id)).status).toBe(200);
  expect(await rows()).toMatchObject([
    {
      archive_id: id,
      reporter_id: api.people.adult,
      reason: 'other',
      detail: '宣伝です',
      evidence: { title: '買ってください', hostId: api.people.professional },
      state: 'open',
    },
  ]);
});

it('does not reveal archives that the user cannot find', async () => {
  const id = await insertArchive(api, { state: 'hidden' });
  expect((await report('adult', id)).status).toBe(404);
});
