import { notificationKinds } from '@manabiba/shared/contract/notifications';
import { addHours, addMinutes } from 'date-fns';

import { clearContent, insertCategories, insertNotification } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { createMailTokens, type MailLink } from './mail-token';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db.deleteFrom('notification_settings').execute();
  await world.db.deleteFrom('notification_mutes').execute();
  await world.db.deleteFrom('guardian_digests').execute();
});
afterAll(() => world.close());

const settings = async (caller: 'adult' | 'student' = 'adult') =>
  (await world.as(caller).get('/me/notification_settings')).body;
const change = (body: unknown) => world.as('adult').post('/me/notification_settings', body);

describe('notification settings', () => {
  it('start with the defaults of every kind, in the order of the table', async () => {
    const { channels, kinds, ...rest } = await settings();
    expect(Object.keys(channels).sort()).toEqual([...notificationKinds].sort());
    expect(kinds.map(({ kind }: { kind: string }) => kind).sort()).toEqual([...notificationKinds].sort());
    expect(channels.reservedClassroomStarted).toEqual({ inApp: true, mail: true, push: true });
    expect(channels.eventStartBeforeFiveMinutes).toEqual({ inApp: true, mail: false, push: true });
    expect(rest).toEqual({
      quietFrom: null,
      quietTo: null,
      timeZone: 'Asia/Tokyo',
      pausedUntil: null,
      weeklyDigest: false,
      mutes: [],
      mailRefusedAt: null,
    });
  });

  it('change only what is given, for this user only', async () => {
    await change({ channels: { userFollow: { push: true } } });
    const { status, body } = await change({ quietFrom: '22:00', quietTo: '07:00', timeZone: 'Europe/Paris' });
    expect(status).toBe(200);
    expect(body).toEqual(await settings());
    expect(body.channels.userFollow).toEqual({ inApp: true, mail: false, push: true });
    expect([body.quietFrom, body.quietTo, body.timeZone]).toEqual(['22:00', '07:00', 'Europe/Paris']);
    expect((await settings('student')).channels.userFollow.push).toBe(false);
  });

  it('end a pause by themselves', async () => {
    for (const far of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(await change({ pausedUntil: far })).toMatchObject({
        status: 422,
        body: { fields: { pausedUntil: expect.any(String) } },
      });
    await change({ pausedUntil: addMinutes(world.clock.now(), 1).toISOString() });
    expect((await settings()).pausedUntil).not.toBeNull();
    world.clock.advance(61_000);
    expect((await settings()).pausedUntil).toBeNull();
  });

  it.each([
    ['one quiet time without the other', { quietFrom: '22:00' }],
    ['quiet hours of no length', { quietFrom: '22:00', quietTo: '22:00' }],
    ['a time of day that is none', { quietFrom: '24:00', quietTo: '07:00' }],
    ['a time zone that is none', { timeZone: 'Mars/Olympus' }],
    ['switching off announcements in the product', { channels: { management: { inApp: false } } }],
    ['a kind that is none', { channels: { nonsense: { mail: false } } }],
  ])('refuse %s and stay as they are', async (_what, body) => {
    const before = await settings();
    expect((await change(body)).status).toBe(422);
    expect(await settings()).toEqual(before);
  });

  it('survive a document of another version', async () => {
    await change({ weeklyDigest: true });
    await world.db
      .updateTable('notification_settings')
      .set({ channels: JSON.stringify({ gone: { mail: true }, userFollow: { mail: 'yes', push: true, fax: true } }) })
      .execute();
    const { channels } = await settings();
    expect(channels.userFollow).toEqual({ inApp: true, mail: false, push: true });
    expect(channels).not.toHaveProperty('gone');
  });
});

describe('mutes', () => {
  it('come from a notification, appear once in the settings with a name, and can be ended', async () => {
    const { student } = world.people;
    const id = await insertNotification(world.db, { user_id: world.people.adult, actor_id: student });
    const { body } = await world.as('adult').post(`/notifications/${id}/mute`, { scope: 'person' });
    expect((await world.as('adult').post(`/notifications/${id}/mute`, { scope: 'person' })).body).toEqual(body);
    expect((await settings()).mutes).toEqual([
      expect.objectContaining({ id: body.id, scope: 'person', subjectId: student, label: '学生' }),
    ]);
    await world.as('student').delete(`/me/notification_mutes/${body.id}`);
    expect((await settings()).mutes).toHaveLength(1);
    await world.as('adult').delete(`/me/notification_mutes/${body.id}`);
    expect((await settings()).mutes).toEqual([]);
  });

  it('are refused for a subject that the notification does not have', async () => {
    const id = await insertNotification(world.db, { user_id: world.people.adult });
    expect((await world.as('adult').post(`/notifications/${id}/mute`, { scope: 'event' })).status).toBe(422);
  });
});

describe('the link of a mail', () => {
  const link = (given: Partial<MailLink> = {}) =>
    `/mail_subscriptions/${createMailTokens(world.env.sessionSecret).make({
      userId: world.people.adult,
      subject: 'reservedClassroomStarted',
      ...given,
    } as MailLink)}`;
  const signedOut = () => world.as('unauthenticated');

  it('shows what it stops without stopping it', async () => {
    const { status, body } = await signedOut().get(link());
    expect([status, body]).toEqual([
      200,
      { subject: 'reservedClassroomStarted', label: '予約した教室の開始', isSubscribed: true },
    ]);
    expect((await settings()).channels.reservedClassroomStarted.mail).toBe(true);
  });

  it('stops the mails of its kind, nothing else, and resumes them', async () => {
    const before = await settings();
    await signedOut().post(`${link()}/unsubscribe`);
    const stopped = structuredClone(before);
    stopped.channels.reservedClassroomStarted.mail = false;
    expect(await settings()).toEqual(stopped);
    await signedOut().post(`${link()}/resubscribe`);
    expect(await settings()).toEqual(before);
  });

  it('takes the form that mail programs post', async () => {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: `/v1${link()}/unsubscribe`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(statusCode).toBe(200);
    expect((await settings()).channels.reservedClassroomStarted.mail).toBe(false);
  });

  it('works for both digests', async () => {
    await signedOut().post(`${link({ subject: 'weeklyDigest' })}/resubscribe`);
    expect((await settings()).weeklyDigest).toBe(true);
    const guardian = link({ userId: world.people.child, subject: 'guardianDigest' });
    expect((await signedOut().get(guardian)).body.isSubscribed).toBe(true);
    await signedOut().post(`${guardian}/unsubscribe`);
    expect((await signedOut().get(guardian)).body.isSubscribed).toBe(false);
  });

  it('pauses the digest of a guardian, and neither the consent nor what the user may do', async () => {
    await insertCategories(world.db);
    const { child } = world.people;
    const user = { birth_date: `${world.clock.now().getUTCFullYear() - 14}-01-01` };
    const { birth_date } = await world.db
      .updateTable('users')
      .set(user)
      .where('id', '=', child)
      .returning('birth_date')
      .executeTakeFirstOrThrow();
    expect(birth_date).toBe(user.birth_date);
    const plan = async (hours: number) =>
      (
        await world
          .as('child')
          .post('/classrooms', {
            name: '宿題',
            categoryId: 'cat_space',
            startAt: addHours(world.clock.now(), hours).toISOString(),
            allUsers: true,
            audienceMode: false,
            privateMode: false,
          })
      ).status;
    expect(await plan(5)).toBe(201);
    await signedOut().post(`${link({ userId: child, subject: 'guardianDigest' })}/unsubscribe`);
    expect(await plan(10)).toBe(201);
    // Only without the consent itself is it refused.
    await world.db.updateTable('users').set({ guardian_consent_at: null }).where('id', '=', child).execute();
    expect(await plan(15)).toBe(403);
    const consented = { guardian_consent_at: world.clock.now(), birth_date: '2018-03-03' };
    await world.db.updateTable('users').set(consented).where('id', '=', child).execute();
  });

  it('does nothing when it is changed', async () => {
    const forged = link().replace(world.people.adult, world.people.student);
    expect((await signedOut().post(`${forged}/unsubscribe`)).status).toBe(410);
    expect((await settings('student')).channels.reservedClassroomStarted.mail).toBe(true);
  });
});
