import { MAX_DAILY_MESSAGES, MAX_HOST_MESSAGES } from '@manabiba/shared/contract/limits';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertEvent,
  insertReservation,
} from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';
import { insertHostMessage } from './testing/insert-host-message';

const WORDS = { subject: '持ち物のご案内', body: '筆記用具をお持ちください。' };

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  world.mail.sent.length = 0;
});
afterEach(async () => {
  await settle();
  await clearContent(world.db);
  for (const table of ['notification_causes', 'notification_mutes', 'message_reports', 'user_blocks', 'mails'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(() => world.close());

const person = (name: PersonName) => world.people[name];

/** Delivers everything that has happened. */
async function settle(): Promise<void> {
  await world.events.runDue();
  await world.runJobs();
  await world.mail.deliver();
}

/** Inserts a class of otherAdult that adult and student reserved; adult and subscriber attended it, and school was removed. */
async function aClass(state: 'scheduled' | 'live' | 'ended' | 'cancelled' = 'scheduled') {
  const id = await insertClassroom(world.db, { host_id: person('otherAdult'), state });
  for (const name of ['adult', 'student'] as const) await insertReservation(world.db, id, person(name));
  const room = { classroom_id: id, role: 'listener', joined_at: world.clock.now() } as const;
  for (const name of ['adult', 'subscriber'] as const)
    await insertClassroomUser(world.db, { ...room, user_id: person(name) });
  await insertClassroomUser(world.db, { ...room, user_id: person('school'), kicked_at: world.clock.now() });
  return id;
}
const send = (id: string, by: PersonName = 'otherAdult') => world.as(by).post(`/classrooms/${id}/messages`, WORDS);
const sent = (id: string, by: PersonName = 'otherAdult') => world.as(by).get(`/classrooms/${id}/messages/sent`);
const read = (id: string, name: PersonName) => world.as(name).get(`/classrooms/${id}/messages`);
const setSubscribed = (id: string, name: PersonName, isSubscribed: boolean) =>
  world.as(name).put(`/classrooms/${id}/messages/subscription`, { isSubscribed });

/** Returns who is notified, and to whom mails go, once everything is delivered. */
async function reached() {
  await settle();
  const rows = await world.db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select('u.email')
    .where('n.kind', '=', 'hostMessage')
    .execute();
  return {
    notified: rows.map(({ email }) => email).sort(),
    mailed: world.mail.sent.map(({ to }) => to.toLowerCase()).sort(),
  };
}

it.each([
  ['before it starts, those who reserved', 'scheduled', ['adult', 'student']],
  ['while it is live, those who reserved', 'live', ['adult', 'student']],
  ['once it has ended, those who attended and were not removed', 'ended', ['adult', 'subscriber']],
] as const)('reaches %s, by notification and mail', async (_what, state, names) => {
  const id = await aClass(state);
  expect(await sent(id)).toMatchObject({ body: { items: [], recipientCount: 2, remaining: MAX_HOST_MESSAGES } });
  expect(await send(id)).toMatchObject({ status: 201, body: { ...WORDS, recipientCount: 2, isRemoved: false } });
  const addresses = names.map(emailOf).sort();
  expect(await reached()).toEqual({ notified: addresses, mailed: addresses });
  expect(await sent(id)).toMatchObject({ body: { items: [WORDS], remaining: MAX_HOST_MESSAGES - 1 } });
});

it('says in its mail whose words they are, and leads to where they are read', async () => {
  const id = await aClass();
  await send(id);
  await settle();
  const mail = world.mail.sent.find(({ to }) => to === emailOf('adult'));
  expect(mail?.subject).toBe('【まなびば】「星の一生」のホストから: 持ち物のご案内');
  for (const words of [
    WORDS.body,
    `https://manabiba.test/classrooms/${id}#messages`,
    'このホストからのメッセージを停止する',
  ])
    expect(mail?.text).toContain(words);
});

it('is read by those who reserved or attended, and by nobody else', async () => {
  const id = await aClass();
  await send(id);
  for (const name of ['adult', 'student', 'subscriber'] as const)
    expect((await read(id, name)).body).toMatchObject({ items: [WORDS], isSubscribed: true });
  for (const name of ['school', 'professional', 'otherAdult'] as const) expect((await read(id, name)).status).toBe(404);
});

it.each([
  ['somebody else', (id: string) => send(id, 'adult'), 404],
  ['nobody, as it was cancelled', async () => send(await cancelled()), 409],
  ['the room of an event', async () => send(await roomOfEvent()), 404],
])('is refused: %s', async (_what, attempt, status) => {
  expect((await attempt(await aClass())).status).toBe(status);
});

async function cancelled(): Promise<string> {
  return insertClassroom(world.db, { host_id: person('otherAdult'), state: 'cancelled' });
}
async function roomOfEvent(): Promise<string> {
  const event = await insertEvent(world.db, { organizer_id: person('otherAdult') });
  return insertClassroom(world.db, {
    host_id: person('otherAdult'),
    private_mode: true,
    private_key: null,
    event_id: event,
  });
}

it('is sent three times for a class, also when four are sent at once', async () => {
  const id = await aClass();
  const answers = await Promise.all([send(id), send(id), send(id), send(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
});

it('shares the bound of a day with the other classes of the host', async () => {
  for (let count = 0; count < MAX_DAILY_MESSAGES; count += 1) {
    const id = await aClass();
    expect((await send(id)).status).toBe(201);
  }
  expect((await send(await aClass())).status).toBe(429);
  await world.db.deleteFrom('rate_limits').execute();
});

it('is stopped for a host, also about their other classes, and resumed', async () => {
  const id = await aClass();
  expect((await setSubscribed(id, 'adult', false)).status).toBe(204);
  const other = await aClass();
  expect((await read(other, 'adult')).body).toMatchObject({ isSubscribed: false });
  await send(other);
  expect((await reached()).notified).toEqual([emailOf('student')]);
  await setSubscribed(other, 'adult', true);
  await send(other);
  expect((await reached()).mailed).toContain(emailOf('adult'));
});

it('is reported to the staff, who remove it before it is delivered', async () => {
  const id = await aClass();
  const { body: message } = await send(id);
  const report = (name: PersonName) =>
    world.as(name).post(`/event_messages/${message.id}/report`, { reason: 'spam', detail: '宣伝です。' });
  expect((await report('adult')).status).toBe(201);
  expect((await report('professional')).status).toBe(404);
  const { id: reportId } = await world.db.selectFrom('message_reports').select('id').executeTakeFirstOrThrow();
  expect((await world.as('staff').get(`/staff/reports/${reportId}`)).body).toMatchObject({
    kind: 'message',
    place: '星の一生',
    seal: { isIntact: true },
  });
  await world.events.runDue();
  await world.as('staff').post(`/staff/reports/${reportId}/decision`, { decision: 'delete_message' });
  await settle();
  expect(world.mail.sent.filter(({ subject }) => subject.includes('ホストから'))).toEqual([]);
  expect((await read(id, 'student')).body).toMatchObject({ items: [] });
});

it('reaches nobody whom the host has blocked, and is not read by them', async () => {
  const id = await aClass();
  await insertHostMessage(world, { classroom_id: id, user_id: person('otherAdult') });
  await world.db
    .insertInto('user_blocks')
    .values({ blocker_id: person('otherAdult'), blocked_id: person('adult'), created_at: world.clock.now() })
    .execute();
  expect((await read(id, 'adult')).body).toMatchObject({ items: [] });
});
