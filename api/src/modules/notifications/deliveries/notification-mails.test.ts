import { addDays, addHours } from 'date-fns';

import { insertCategories, insertClassroom, insertReservation } from '../../../testing/rows';
import { type SentMail, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { insertArchive } from '../../archives/testing/insert-archive';

let world: TestApp;
beforeEach(async () => {
  world = await startTestApp({ now: '2026-11-20T03:00:00.000Z' });
  await insertCategories(world.db);
});
afterEach(() => world.close());

async function settle(): Promise<void> {
  await world.events.runDue();
  await world.runJobs();
  await world.mail.deliver();
}

/** Cancels a classroom that the adult has reserved. */
async function cancelReserved(): Promise<void> {
  const id = await insertClassroom(world.db, {
    host_id: world.people.professional,
    name: '<星>の一生',
    start_at: addHours(world.clock.now(), 1),
  });
  await insertReservation(world.db, id, world.people.adult);
  await world.as('professional').delete(`/classrooms/${id}`);
}

const toAdult = (): SentMail[] => world.mail.sent.filter(({ to }) => to === 'adult@example.test');
const states = () =>
  world.db.selectFrom('notification_deliveries').select(['channel', 'state', 'reason']).orderBy('id').execute();

describe('the mail of a notification', () => {
  it('says what happened in both forms, leads to the subject, and can be stopped by one click', async () => {
    await cancelReserved();
    await settle();
    const [mail] = toAdult();
    expect(toAdult()).toHaveLength(1);
    expect(mail?.subject).toBe('【まなびば】予約した教室「<星>の一生」は中止になりました');
    expect(mail?.text).toContain('大人 さん');
    expect(mail?.text).toContain('日時: 2026年11月20日(金)13:00から13:45(日本時間)\nホスト: プロ');
    expect(mail?.text).toContain('https://manabiba.test/classrooms/cls_');
    expect(mail?.html).toContain('「&lt;星&gt;の一生」');
    expect(mail?.html).toContain('prefers-color-scheme: dark');
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, path = ''] = /^<https:\/\/manabiba\.test\/v1(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? [];
    expect((await world.as('unauthenticated').post(path)).body).toEqual({
      subject: 'reservedClassroomCancelled',
      label: '予約した教室の中止',
      isSubscribed: false,
    });
    await cancelReserved();
    await settle();
    expect(toAdult()).toHaveLength(1);
  });

  it('shows times in the zone of its reader', async () => {
    await world.as('adult').post('/me/notification_settings', { timeZone: 'Europe/Berlin' });
    await cancelReserved();
    await settle();
    expect(toAdult()[0]?.text).toContain('日時: 2026年11月20日(金)5:00から5:45(中央ヨーロッパ標準時)');
  });

  it('attaches the calendar file of a classroom that has moved or was cancelled, for the same entry', async () => {
    const id = await insertClassroom(world.db, {
      host_id: world.people.professional,
      start_at: addDays(world.clock.now(), 1),
    });
    await insertReservation(world.db, id, world.people.adult);
    // The contract compares a new start with the real time.
    const startAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
    expect((await world.as('professional').patch(`/classrooms/${id}`, { startAt })).status).toBe(200);
    await settle();
    expect((await world.as('professional').delete(`/classrooms/${id}`)).status).toBe(204);
    await settle();
    const files = toAdult().map(({ attachments }) => String(attachments?.[0]?.content));
    expect(files).toEqual([
      expect.stringMatching(new RegExp(`METHOD:PUBLISH[^]*UID:${id}@manabiba.test\r\nSEQUENCE:1\r\n`)),
      expect.stringMatching(new RegExp(`METHOD:CANCEL[^]*UID:${id}@manabiba.test\r\nSEQUENCE:2\r\n`)),
    ]);
  });

  it('is dropped when the user turned it off, or read the notification, before it was sent', async () => {
    await cancelReserved();
    await world.events.runDue();
    world.mail.isDown = true;
    await world.runJobs();
    world.mail.isDown = false;
    await world.as('adult').post('/me/notifications/read_all');
    world.clock.advance(60_000);
    await settle();
    expect([toAdult(), await states()]).toEqual([[], [{ channel: 'mail', state: 'dropped', reason: 'read' }]]);
  });

  it('is caught up after an hour without a mail server, with the same Message-ID, and dropped when it is stale', async () => {
    world.mail.isDown = true;
    await cancelReserved();
    await settle();
    world.clock.advance(3_600_000);
    await settle();
    expect(await states()).toEqual([expect.objectContaining({ state: 'queued' })]);
    world.mail.isDown = false;
    world.clock.advance(3_600_000);
    await settle();
    expect(toAdult().map(({ messageId }) => messageId)).toEqual([
      expect.stringMatching(/^<notification-\d+@manabiba>$/),
    ]);

    world.mail.isDown = true;
    await world.signInAgain();
    await cancelReserved();
    await settle();
    world.mail.isDown = false;
    world.clock.advance(3 * 86_400_000);
    await settle();
    expect(toAdult()).toHaveLength(1);
    expect((await states()).at(-1)).toEqual({ channel: 'mail', state: 'dropped', reason: 'stale' });
  });

  it('stops when the mail server refuses the address for good, of which the user is notified in the product', async () => {
    world.mail.refuses = 'adult@example.test';
    await cancelReserved();
    await settle();
    await settle();
    expect((await states()).at(0)).toMatchObject({ channel: 'mail', state: 'failed' });
    const { body } = await world.as('adult').get('/me/notifications');
    expect(body.items.map(({ title }: { title: string }) => title)).toContain('メールをお届けできませんでした');
    expect((await world.as('adult').get('/me/notification_settings')).body.mailRefusedAt).not.toBeNull();

    world.mail.refuses = '';
    await cancelReserved();
    await settle();
    expect(toAdult()).toEqual([]);
    await world.as('adult').post('/me/notification_settings', { retryMail: true });
    await cancelReserved();
    await settle();
    expect(toAdult()).toHaveLength(1);
  });

  it('stays queued when the mail server refuses the sender', async () => {
    Object.assign(world.mail, { refuses: 'adult@example.test', refusedCommand: 'MAIL FROM' });
    await cancelReserved();
    await settle();
    expect(await states()).toEqual([expect.objectContaining({ channel: 'mail', state: 'queued' })]);
    expect(await world.db.selectFrom('mail_refusals').selectAll().execute()).toEqual([]);
  });

  it('is not sent to an address that is not verified', async () => {
    await world.db.updateTable('users').set({ email_verified_at: null }).execute();
    await cancelReserved();
    await settle();
    expect(await states()).toEqual([]);
  });
});

describe('the weekly digest', () => {
  const wantDigest = (timeZone = 'Asia/Tokyo') =>
    world.as('adult').post('/me/notification_settings', { weeklyDigest: true, timeZone });
  const followed = async () => {
    await world.db
      .insertInto('follows')
      .values({ follower_id: world.people.adult, followee_id: world.people.professional })
      .execute();
    await insertClassroom(world.db, { host_id: world.people.professional, start_at: '2026-11-24T03:00:00.000Z' });
  };

  it('comes once on a Sunday morning in the zone of the user, for those who want it', async () => {
    await followed();
    await wantDigest();
    await world.runJobs();
    world.clock.set('2026-11-21T22:59:00.000Z');
    await world.runJobs();
    expect(await world.mail.deliver()).toEqual([]);
    world.clock.set('2026-11-21T23:00:00.000Z');
    await world.runJobs();
    await world.runJobs();
    const [mail, ...more] = await world.mail.deliver();
    expect([mail?.to, mail?.subject, more]).toEqual(['adult@example.test', '【まなびば】今週のまとめ', []]);
    expect(mail?.text).toContain('「星の一生」 プロさん');
    expect(mail?.text).not.toContain('学生だけの教室');
    expect(mail?.headers?.['List-Unsubscribe']).toContain('/v1/mail_subscriptions/');
  });

  it('shows times in the zone of its reader', async () => {
    await followed();
    await wantDigest('Europe/Berlin');
    world.clock.set('2026-11-22T07:00:00.000Z');
    await world.runJobs();
    const [mail] = await world.mail.deliver();
    expect(mail?.text).toContain('11月24日(火)4:00(中央ヨーロッパ標準時) 「星の一生」 プロさん');
  });

  it('names no archive of a private class to who was not there', async () => {
    await followed();
    const host = { host_id: world.people.professional };
    const secret = await insertClassroom(world.db, { ...host, state: 'ended', private_mode: true, private_key: 'x' });
    const published = { ...host, published_at: '2026-11-20T03:00:00.000Z', state: 'ready' as const };
    await insertArchive(world, { ...published, source_id: secret, title: '内緒の回' });
    await insertArchive(world, { ...published, title: '公開の回' });
    await wantDigest();
    world.clock.set('2026-11-21T23:00:00.000Z');
    await world.runJobs();
    const [mail] = await world.mail.deliver();
    expect(mail?.text).toContain('公開の回');
    expect(mail?.text).not.toContain('内緒の回');
  });

  it('is not sent without content', async () => {
    await wantDigest();
    world.clock.set('2026-11-22T03:00:00.000Z');
    await world.runJobs();
    expect(await world.mail.deliver()).toEqual([]);
  });
});

describe("the guardian's digest", () => {
  it('counts the last month of a minor, once, until it is paused', async () => {
    const id = await insertClassroom(world.db, { host_id: world.people.professional });
    await world.db
      .insertInto('classroom_users')
      .values({
        classroom_id: id,
        user_id: world.people.child,
        role: 'listener',
        joined_at: '2026-11-10T03:00:00.000Z',
        left_at: '2026-11-10T03:45:00.000Z',
        seconds_present: 2700,
      })
      .execute();
    world.clock.set('2026-12-01T00:00:00.000Z');
    await world.runJobs();
    await world.runJobs();
    const sent = (await world.mail.deliver()).filter(({ to }) => to === 'hogosha@example.test');
    expect(sent.map(({ subject }) => subject)).toEqual(['【まなびば】2026年11月のまとめ']);
    expect(sent[0]?.text).toContain('教室: 1回、45分');
    const [, token] = /unsubscribe\?token=(\S+)/.exec(sent[0]?.text ?? '') ?? [];
    await world.as('unauthenticated').post(`/mail_subscriptions/${token}/unsubscribe`);
    world.clock.set('2027-01-01T00:00:00.000Z');
    await world.runJobs();
    expect((await world.mail.deliver()).filter(({ to }) => to === 'hogosha@example.test')).toHaveLength(1);
  });
});

describe('announcements', () => {
  const announcement = { audience: 'all', title: '年末年始のご案内', body: '12月29日から休みます。', url: '/' };

  it('reach everybody with an account, whatever they have switched off, except suspended and withdrawn people', async () => {
    const { status } = await world.as('staff').post('/staff/announcements', announcement);
    expect(status).toBe(201);
    await settle();
    const rows = await world.db.selectFrom('notifications').select('user_id').execute();
    const { suspended, withdrawn, anonymous, ...others } = world.people;
    expect(rows.map((row) => row.user_id).sort()).toEqual(Object.values(others).sort());
    expect([suspended, withdrawn, anonymous].some((id) => rows.some((row) => row.user_id === id))).toBe(false);
  });

  it.each([
    ['professionals', ['professional']],
    ['usr_student', ['student']],
  ] as const)('reach %s only', async (audience, names) => {
    await world.as('staff').post('/staff/announcements', { ...announcement, audience });
    await settle();
    const rows = await world.db.selectFrom('notifications').select('user_id').execute();
    expect(rows.map((row) => row.user_id)).toEqual(names.map((name) => world.people[name]));
  });

  it('to an unknown user are not found; others are logged', async () => {
    expect((await world.as('staff').post('/staff/announcements', { ...announcement, audience: 'usr_x' })).status).toBe(
      404,
    );
    await world.as('staff').post('/staff/announcements', announcement);
    expect(await world.db.selectFrom('audit_log').select(['who', 'action', 'detail']).execute()).toEqual([
      { who: world.people.staff, action: 'announce', detail: '年末年始のご案内' },
    ]);
  });

  it('appear in the timeline with their outcome, and explain themselves', async () => {
    await world.as('staff').post('/staff/announcements', { ...announcement, audience: world.people.adult });
    await settle();
    const { body } = await world.as('adult').get('/me/notifications');
    const id = body.items[0].id as string;
    await world.as('adult').post(`/notifications/${id}/open`, { from: 'inApp' });
    const zero = { queued: 0, failed: 0, dropped: 0 };
    expect((await world.as('staff').get('/staff/notifications')).body.items).toEqual([
      { kind: 'management', channel: 'inApp', sent: 1, ...zero, opened: 1, latenessSeconds: 0 },
      { kind: 'management', channel: 'mail', sent: 1, ...zero, opened: 0, latenessSeconds: 0 },
    ]);
    expect((await world.as('adult').get(`/notifications/${id}/reason`)).body).toEqual({
      reason: 'まなびばを利用している方に、運営からお送りしています。',
      causedAt: world.clock.now().toISOString(),
      channels: [
        { channel: 'inApp', state: 'sent', at: world.clock.now().toISOString() },
        { channel: 'mail', state: 'sent', at: world.clock.now().toISOString() },
        { channel: 'push', state: 'off', at: null },
      ],
    });
  });
});
