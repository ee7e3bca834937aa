import { addHours } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import type { PersonName } from '../../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
afterEach(async () => {
  await api.db.deleteFrom('notifications').execute();
  await api.db.deleteFrom('notification_causes').execute();
  await api.signInAgain();
});

const staff = () => api.as('staff');
const inHours = (hours: number) => addHours(api.clock.now(), hours).toISOString();
const announce = (changes: object = {}) =>
  staff().post('/staff/announcements', {
    audience: 'all',
    title: '年末年始のご案内',
    body: '休みます。',
    url: '/',
    ...changes,
  });
const listed = async () => (await staff().get('/staff/announcements')).body.items;
const inboxOf = async (name: PersonName) =>
  ((await api.as(name).get('/me/notifications')).body.items as { title: string }[]).map(({ title }) => title);
const stop = (id: string) => staff().post(`/staff/announcements/${id}/stop`);
const ONE: PersonName = 'adult';

it.each([
  [
    'all',
    [
      'adult',
      'otherAdult',
      'student',
      'otherStudent',
      'child',
      'school',
      'professional',
      'staff',
      'subscriber',
      'unverified',
      'resubmit',
    ],
  ],
  ['students', ['student', 'otherStudent', 'child', 'school', 'resubmit']],
  ['pupils', ['school']],
  ['subscribers', ['subscriber']],
  ['professionals', ['professional']],
])('notifies the audience %s, as many as it counted before', async (audience, names) => {
  const { count } = (await staff().get(`/staff/announcement_audience?audience=${audience}`)).body as { count: number };
  await announce({ audience });
  await api.runJobs();
  const notified = await api.db.selectFrom('notifications').select('user_id').execute();
  expect(new Set(notified.map(({ user_id: id }) => id))).toEqual(
    new Set(names.map((name) => api.people[name as PersonName])),
  );
  expect(count).toBe(names.length);
  expect(await listed()).toMatchObject([{ audience, audienceName: null, state: 'sent', toldCount: names.length }]);
});

it('reaches one person for a test, and nobody who does not exist', async () => {
  expect((await staff().get(`/staff/announcement_audience?audience=${api.people.staff}`)).body).toEqual({ count: 1 });
  await announce({ audience: api.people.staff });
  await api.runJobs();
  expect([await inboxOf('staff'), await inboxOf(ONE)]).toEqual([['年末年始のご案内'], []]);
  expect(await listed()).toMatchObject([{ audienceName: '運営' }]);
  expect((await staff().get('/staff/announcement_audience?audience=usr_none')).status).toBe(404);
  expect((await announce({ audience: 'usr_none' })).status).toBe(404);
});

it('waits for its time', async () => {
  const dueAt = inHours(0.1);
  await announce({ dueAt });
  await api.runJobs();
  expect(await inboxOf(ONE)).toEqual([]);
  expect(await listed()).toMatchObject([{ state: 'scheduled', dueAt, toldCount: 0 }]);
  api.clock.advance(millisecondsInHour / 5);
  await api.runJobs();
  expect(await inboxOf(ONE)).toEqual(['年末年始のご案内']);
});

it.each([
  ['an hour ago', -1],
  ['in 91 days', 91 * 24],
])('cannot be scheduled for %s', async (_when, hours) => {
  expect(await announce({ dueAt: inHours(hours) })).toMatchObject({
    status: 422,
    body: { fields: { dueAt: expect.any(String) } },
  });
  expect(await listed()).toEqual([]);
});

it.each([
  { title: ' ' },
  { title: 'あ'.repeat(61) },
  { body: 'あ'.repeat(1001) },
  { url: 'https://example.com' },
  { url: '//example.com' },
  { dueAt: 'tomorrow' },
])('refuses %j', async (changes) => {
  expect((await announce(changes)).status).toBe(422);
});

it('is stopped before it is sent, once, and the log shows who did it', async () => {
  const { id } = (await announce({ dueAt: inHours(0.1) })).body as { id: string };
  expect((await stop(id)).status).toBe(204);
  expect((await stop(id)).status).toBe(409);
  expect((await stop('ann_none')).status).toBe(404);
  api.clock.advance(millisecondsInHour / 5);
  await api.runJobs();
  expect(await inboxOf(ONE)).toEqual([]);
  expect(await listed()).toMatchObject([{ state: 'stopped', toldCount: 0 }]);
  expect((await staff().get('/staff/audit_log?action=stop-announcement')).body.items).toMatchObject([
    { who: api.people.staff, subjectId: 'all', detail: id },
  ]);
});

it('is listed without other notices of the operator to one user', async () => {
  const { id } = (await announce()).body as { id: string };
  const now = api.clock.now();
  await api.db
    .insertInto('notification_causes')
    .values({
      kind: 'management',
      key: `report rep_1 settled ${api.people.adult}`,
      title: '通報への対応が終わりました',
      url: '/notifications',
      subjects: JSON.stringify({ audience: api.people.adult }),
      due_at: now,
      stale_at: now,
      created_at: now,
    })
    .execute();
  expect(await listed()).toMatchObject([{ id }]);
});

it('cannot be stopped after it was sent', async () => {
  const { id } = (await announce()).body as { id: string };
  await api.runJobs();
  expect((await stop(id)).status).toBe(409);
});

it('shows why a user got a notification, and its outcome', async () => {
  await announce({ audience: api.people.adult });
  await api.runJobs();
  const path = `/staff/people/${api.people.adult}/notifications`;
  expect((await staff().get(path)).body.items).toMatchObject([
    {
      kind: 'management',
      sentence: '運営からのお知らせ 年末年始のご案内',
      reason: expect.stringContaining('運営から'),
      causedAt: expect.any(String),
      isListed: true,
      isRead: false,
      opened: null,
      deliveries: [{ channel: 'mail', state: 'sent', reason: null, attempts: 1, doneAt: expect.any(String) }],
    },
  ]);
  expect((await staff().get(`/staff/people/${api.people.student}/notifications`)).body.items).toEqual([]);
  expect((await staff().get('/staff/people/usr_none/notifications')).status).toBe(404);
});
