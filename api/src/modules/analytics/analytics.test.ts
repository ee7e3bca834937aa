import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { createAnalyticsRepository } from './analytics.repository';
import { createAnalyticsService } from './analytics.service';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('analytics_events').execute());

const bell = { name: 'click_bell', label: 'PurchaseEvent' };
const record = (caller: Caller, events: object[] = [bell]) => api.as(caller).post('/analytics_events', { events });
const rows = () => api.db.selectFrom('analytics_events').selectAll().orderBy('id').execute();

it.each<[Caller, number, number]>([
  ['unauthenticated', 401, 0],
  ['anonymous', 204, 1],
  ['adult', 204, 1],
  ['student', 204, 1],
  ['child', 403, 0],
  ['school', 204, 1],
  ['professional', 204, 1],
  ['subscriber', 204, 1],
  ['unverified', 204, 1],
  ['resubmit', 204, 1],
  ['suspended', 403, 0],
])('records events for %s: %d', async (caller, status, count) => {
  expect((await record(caller)).status).toBe(status);
  expect(await rows()).toHaveLength(count);
});

it('skips consecutive duplicates and never stores the user', async () => {
  await record('adult', [bell, bell, { name: 'view_top', label: 'PurchaseEvent' }, bell]);
  const written = await rows();
  expect(written.map(({ name }) => name)).toEqual(['click_bell', 'view_top', 'click_bell']);
  const { id } = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', api.people.adult)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(written)).not.toContain(api.people.adult);
  expect(JSON.stringify(written)).not.toContain(id);
});

it.each<[string, object[]]>([
  ['an unknown name', [{ ...bell, name: 'view_secrets' }]],
  ['an unknown label', [{ ...bell, label: 'x' }]],
  ['an empty list', []],
  ['too many events', Array.from({ length: 51 }, () => bell)],
])('rejects %s', async (_what, events) => {
  expect((await record('adult', events)).status).toBe(422);
});

describe('the counts', () => {
  const counts = (caller: Caller) => api.as(caller).get('/staff/analytics');
  const at = (moment: string, name = 'view_top', label = 'CreateAccount') =>
    api.db
      .insertInto('analytics_events')
      .values({ name, label, at: new Date(moment), session_hash: 'x' })
      .execute();
  beforeEach(() => api.clock.set('2026-11-21T03:00:00Z'));
  afterEach(() => api.clock.set(new Date()));

  it.each<[Caller, number, string | undefined]>([
    ['unauthenticated', 404, 'not_found'],
    ['anonymous', 404, 'not_found'],
    ['adult', 404, 'not_found'],
    ['professional', 404, 'not_found'],
    ['staff', 200, undefined],
  ])('are for staff only: %s %d', async (caller, status, code) => {
    const answer = await counts(caller);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('are grouped by day in Japan, name and label', async () => {
    await at('2026-11-20T14:59:59Z');
    await at('2026-11-20T15:00:00Z');
    await at('2026-11-21T02:00:00Z');
    await at('2026-11-21T02:00:00Z', 'click_bell', 'JoinEvent');
    expect((await counts('staff')).body).toEqual({
      today: '2026-11-21',
      items: [
        { day: '2026-11-21', name: 'view_top', label: 'CreateAccount', count: 2 },
        { day: '2026-11-21', name: 'click_bell', label: 'JoinEvent', count: 1 },
        { day: '2026-11-20', name: 'view_top', label: 'CreateAccount', count: 1 },
      ],
    });
  });

  it('cover 30 days', async () => {
    await at('2026-10-22T15:00:00Z');
    await at('2026-10-23T15:00:00Z');
    expect((await counts('staff')).body.items.map(({ day }: { day: string }) => day)).toEqual([
      '2026-10-24',
      '2026-10-23',
    ]);
    await at('2026-10-22T14:59:59Z');
    expect((await counts('staff')).body.items).toHaveLength(2);
  });

  it('drop anything older than 395 days', async () => {
    await at('2025-10-22T03:00:00Z');
    await at('2025-10-22T02:59:59Z');
    await createAnalyticsService({
      analytics: createAnalyticsRepository(api.db),
      clock: api.clock,
      secret: 'any',
    }).removeStale();
    expect((await rows()).map((row) => row.at)).toEqual([new Date('2025-10-22T03:00:00Z')]);
  });
});
