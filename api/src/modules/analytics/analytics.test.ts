import { startTestApp, type Caller, type TestApp } from '../../testing/start-test-app';

let api: TestApp;
beforeAll(async () => { api = await startTestApp(); });
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('analytics_events').execute());

const bell = { name: 'click_bell', label: 'PurchaseEvent' };
const record = (caller: Caller, events: object[] = [bell]) => api.as(caller).post('/analytics_events', { events });
const rows = () => api.db.selectFrom('analytics_events').selectAll().orderBy('id').execute();

it.each<[Caller, number, number]>([
  ['nobody', 401, 0], ['anonymous', 204, 1], ['adult', 204, 1], ['student', 204, 1], ['child', 403, 0], ['school', 204, 1], ['professional', 204, 1], ['subscriber', 204, 1],
  ['unverified', 204, 1], ['resubmit', 204, 1], ['suspended', 403, 0],
])('is written of %s: %d', async (caller, status, count) => {
  expect((await record(caller)).status).toBe(status);
  expect(await rows()).toHaveLength(count);
});

it('is not written twice in a row, and never says who', async () => {
  await record('adult', [bell, bell, { name: 'view_top', label: 'PurchaseEvent' }, bell]);
  const written = await rows();
  expect(written.map(({ name }) => name)).toEqual(['click_bell', 'view_top', 'click_bell']);
  const { id } = await api.db.selectFrom('sessions').select('id').where('user_id', '=', api.people.adult).executeTakeFirstOrThrow();
  expect(JSON.stringify(written)).not.toContain(api.people.adult);
  expect(JSON.stringify(written)).not.toContain(id);
});

it.each<[string, object[]]>([
  ['another name', [{ ...bell, name: 'view_secrets' }]], ['another label', [{ ...bell, label: 'x' }]], ['nothing', []], ['too much', Array.from({ length: 51 }, () => bell)],
])('does not take %s', async (_what, events) => {
  expect((await record('adult', events)).status).toBe(422);
});
