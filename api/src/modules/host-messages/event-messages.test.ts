import { MAX_DAILY_MESSAGES, MAX_HOST_MESSAGES, MAX_MESSAGE_LENGTH } from '@manabiba/shared/contract/limits';

import { insertGuestTicket } from '../../testing/guest-tickets';
import { clearContent, insertCategories, insertEvent, insertParticipation, insertTicketType } from '../../testing/rows';
import { type SentMail, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';

const WORDS = {
  subject: '持ち物のご案内',
  body: '<筆記用具>をお持ちください。\n<https://example.test/list?a=1&b=2>。',
};
const GUEST = 'hana@example.test';

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
  for (const table of [
    'notification_causes',
    'notification_mutes',
    'notification_settings',
    'guest_message_stops',
    'message_reports',
    'user_blocks',
    'mails',
  ] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', person('professional')).execute();
});
afterAll(() => world.close());

const person = (name: PersonName) => world.people[name];

/** Delivers everything that has happened. */
async function settle(): Promise<void> {
  await world.events.runDue();
  await world.runJobs();
  await world.mail.deliver();
}

/** Inserts an event of the professional in which these people have a seat. */
async function anEvent(names: readonly PersonName[] = ['adult', 'student']) {
  const id = await insertEvent(world.db, { organizer_id: person('professional'), title: '最初の銀河' });
  const ticket = await insertTicketType(world.db, { event_id: id, quota: null });
  const seat = (given: Partial<Parameters<typeof insertParticipation>[1]>) =>
    insertParticipation(world.db, { event_id: id, ticket_type_id: ticket, ...given });
  for (const name of names) await seat({ user_id: person(name) });
  return { id, seat, guest: () => insertGuestTicket(world, id, ticket) };
}
const send = (eventId: string, words: object = WORDS) =>
  world.as('professional').post(`/org/events/${eventId}/messages`, words);
const sent = (eventId: string) => world.as('professional').get(`/org/events/${eventId}/messages`);
const read = (eventId: string, name: PersonName) => world.as(name).get(`/events/${eventId}/messages`);
const setSubscribed = (eventId: string, name: PersonName, isSubscribed: boolean) =>
  world.as(name).put(`/events/${eventId}/messages/subscription`, { isSubscribed });
const block = (blocker: PersonName, blocked: PersonName) =>
  world.db
    .insertInto('user_blocks')
    .values({ blocker_id: person(blocker), blocked_id: person(blocked), created_at: world.clock.now() })
    .execute();

/** Returns who is notified, and to whom mails go, once everything is delivered. */
async function reached() {
  await settle();
  const rows = await world.db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select('u.email')
    .where('n.kind', '=', 'organizerMessage')
    .execute();
  return {
    notified: rows.map(({ email }) => email).sort(),
    mailed: world.mail.sent.map(({ to }) => to.toLowerCase()).sort(),
  };
}
const stopPath = (mail: SentMail | undefined) =>
  /^<https:\/\/manabiba\.test\/v1(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
const mailTo = (to: string) => world.mail.sent.find((mail) => mail.to === to);

describe('a message', () => {
  it('reaches everybody with a seat once: accounts by notification and mail, guests by mail', async () => {
    const { id, seat, guest } = await anEvent();
    await guest();
    await seat({ guest_email: GUEST.toUpperCase() });
    await seat({ user_id: person('child'), state: 'waitlisted' });
    await seat({ user_id: person('subscriber'), state: 'refunded' });
    await seat({ user_id: person('otherAdult'), state: 'confirmed', route: 'archive' });
    expect(await sent(id)).toMatchObject({ body: { items: [], recipientCount: 3, remaining: MAX_HOST_MESSAGES } });
    expect(await send(id)).toMatchObject({ status: 201, body: { ...WORDS, recipientCount: 3, isRemoved: false } });
    expect(await reached()).toEqual({
      notified: [emailOf('adult'), emailOf('student')].sort(),
      mailed: [emailOf('adult'), emailOf('student'), GUEST].sort(),
    });
    expect(await sent(id)).toMatchObject({ body: { items: [WORDS], remaining: MAX_HOST_MESSAGES - 1 } });
  });

  it('says in both forms of its mail whose words they are, and leads to where they are read', async () => {
    const { id, guest } = await anEvent(['adult']);
    const token = await guest();
    await send(id);
    await settle();
    for (const [to, path] of [
      [emailOf('adult'), `/events/${id}#messages`],
      [GUEST, `/tickets/${token}`],
    ] as const) {
      const mail = mailTo(to);
      expect(mail?.subject).toBe('【まなびば】「最初の銀河」の主催者から: 持ち物のご案内');
      for (const form of [mail?.text, mail?.html])
        for (const words of [
          '主催者(まなび協会)',
          `https://manabiba.test${path}`,
          'この主催者からのメッセージを停止する',
        ])
          expect(form).toContain(words);
      expect(mail?.text).toContain(WORDS.body);
      expect(mail?.html).toContain(
        '&lt;筆記用具&gt;をお持ちください。<br>&lt;<a class="link" href="https://example.test/list?a=1&amp;b=2"',
      );
      expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    }
    expect(mailTo(GUEST)?.text).not.toContain('/settings');
  });

  it('is announced by a notification without its text, which links to it', async () => {
    const { id } = await anEvent(['adult']);
    await send(id);
    await settle();
    const { body } = await world.as('adult').get('/me/notifications');
    expect(body.items).toEqual([
      expect.objectContaining({
        kind: 'organizerMessage',
        url: `/events/${id}#messages`,
        title: '最初の銀河',
        body: '',
        actor: expect.objectContaining({ id: person('professional') }),
        muteScopes: ['person', 'messages', 'event'],
      }),
    ]);
    expect(body.items[0].sentence.map(({ text }: { text: string }) => text).join('')).toBe(
      'プロさんから「最初の銀河」のメッセージが届きました',
    );
  });

  it('reaches nobody who was refunded, was blocked or has blocked before it is announced', async () => {
    const { id, seat } = await anEvent(['adult', 'otherAdult']);
    const refunded = await seat({ user_id: person('student') });
    await send(id);
    await world.db.updateTable('participations').set({ state: 'refunded' }).where('id', '=', refunded).execute();
    await block('professional', 'adult');
    await block('otherAdult', 'professional');
    expect(await reached()).toEqual({ notified: [], mailed: [] });
    for (const name of ['adult', 'otherAdult'] as const)
      expect(await read(id, name)).toMatchObject({ status: 200, body: { items: [] } });
  });

  it('reaches nobody once its sender is suspended', async () => {
    const { id, guest } = await anEvent(['adult']);
    await guest();
    await send(id);
    await world.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', person('professional')).execute();
    expect(await reached()).toEqual({ notified: [], mailed: [] });
    await world.signInAgain();
  });

  it('is read by whoever has a seat, also by who got it later, and by nobody else', async () => {
    const { id, seat } = await anEvent(['adult']);
    await send(id);
    const later = await seat({ user_id: person('student') });
    for (const name of ['adult', 'student'] as const)
      expect(await read(id, name)).toMatchObject({ body: { items: [WORDS], isSubscribed: true } });
    await world.db.updateTable('participations').set({ state: 'cancelled' }).where('id', '=', later).execute();
    for (const name of ['student', 'subscriber'] as const)
      expect([(await read(id, name)).status, (await setSubscribed(id, name, false)).status]).toEqual([404, 404]);
  });

  it.each<[string, { words?: object; names?: PersonName[]; isOfOther?: boolean }, number]>([
    ['about the event of somebody else', { isOfOther: true }, 404],
    ['without a subject', { words: { ...WORDS, subject: ' ' } }, 422],
    ['without words', { words: { ...WORDS, body: '\n' } }, 422],
    ['with too many words', { words: { ...WORDS, body: '星'.repeat(MAX_MESSAGE_LENGTH + 1) } }, 422],
    ['to nobody', { names: [] }, 409],
  ])('is refused %s', async (_what, { words, names, isOfOther = false }, status) => {
    const { id } = await anEvent(names);
    if (isOfOther)
      await world.db
        .updateTable('events')
        .set({ organizer_id: person('adult') })
        .where('id', '=', id)
        .execute();
    expect((await send(id, words)).status).toBe(status);
    expect(await world.db.selectFrom('host_messages').select('id').execute()).toEqual([]);
  });
});

describe('the bounds', () => {
  it('are three of an event, whatever races', async () => {
    const { id } = await anEvent();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_HOST_MESSAGES);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8 - MAX_HOST_MESSAGES);
    expect((await sent(id)).body).toMatchObject({ remaining: 0 });
    expect(await send(id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: '1つのイベントで送れるメッセージは3通までです。' },
    });
  });

  it('are ten of an organizer in a day, whatever races, and refusals do not count', async () => {
    const events = await Promise.all(Array.from({ length: 6 }, async () => (await anEvent(['adult'])).id));
    await send((await anEvent([])).id);
    const answers = await Promise.all(events.flatMap((id) => [send(id), send(id)]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_DAILY_MESSAGES);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body).toMatchObject({
      error: 'メッセージは1日に10通まで送れます。明日、もう一度お試しください。',
    });
  });
});

describe('whoever stops the messages of a host', () => {
  it('gets neither mail nor notification of any event of theirs until they resume them', async () => {
    const { id } = await anEvent();
    const other = await anEvent();
    expect((await setSubscribed(id, 'adult', false)).status).toBe(204);
    await setSubscribed(id, 'adult', false);
    expect((await read(id, 'adult')).body).toMatchObject({ isSubscribed: false });
    expect((await world.as('adult').get('/me/notification_settings')).body.mutes).toEqual([
      expect.objectContaining({ scope: 'messages', label: 'プロ' }),
    ]);
    await send(other.id);
    expect(await reached()).toEqual({ notified: [emailOf('student')], mailed: [emailOf('student')] });
    await setSubscribed(id, 'adult', true);
    await send(id);
    expect((await reached()).notified).toContain(emailOf('adult'));
  });

  it('stops them by the link of a mail with one click, and can resume them there', async () => {
    const { id } = await anEvent(['adult']);
    await send(id);
    await settle();
    const path = stopPath(mailTo(emailOf('adult')));
    const answer = { subject: 'hostMessages', label: 'まなび協会からのメッセージ' };
    expect((await world.as('unauthenticated').get(path.replace('/unsubscribe', ''))).body).toEqual({
      ...answer,
      isSubscribed: true,
    });
    expect((await world.as('unauthenticated').post(path)).body).toEqual({ ...answer, isSubscribed: false });
    expect((await read(id, 'adult')).body).toMatchObject({ isSubscribed: false });
    await world.as('unauthenticated').post(path.replace('/unsubscribe', '/resubscribe'));
    expect((await read(id, 'adult')).body).toMatchObject({ isSubscribed: true });
    const forged = path.replace('hostMessages', 'userFollow');
    expect((await world.as('unauthenticated').post(forged)).status).toBe(410);
  });

  it('stops them from the notification', async () => {
    const { id } = await anEvent(['adult']);
    await send(id);
    await settle();
    const { body } = await world.as('adult').get('/me/notifications');
    await world.as('adult').post(`/notifications/${body.items[0].id}/mute`, { scope: 'messages' });
    expect((await read(id, 'adult')).body).toMatchObject({ isSubscribed: false });
  });

  it('stops them without an account, also for the account that takes over the ticket', async () => {
    const { id, guest } = await anEvent(['adult']);
    const token = await guest();
    await send(id);
    await settle();
    expect((await world.as('unauthenticated').post(stopPath(mailTo(GUEST)))).body).toMatchObject({
      isSubscribed: false,
    });
    world.mail.sent.length = 0;
    await send(id);
    expect((await reached()).mailed).toEqual([emailOf('adult')]);
    expect((await world.as('student').post(`/guest_tickets/${token}/claim`)).status).toBe(200);
    expect((await read(id, 'student')).body).toMatchObject({ isSubscribed: false });
    await send(id);
    expect((await reached()).notified).not.toContain(emailOf('student'));
  });
});

describe('reportEventMessage', () => {
  const report = (messageId: string, name: PersonName) =>
    world.as(name).post(`/event_messages/${messageId}/report`, { reason: 'spam', detail: '宣伝です。' });
  const reports = () => world.db.selectFrom('message_reports').selectAll().execute();

  it('shows the staff the words as they were, once for each recipient, and nobody else reports', async () => {
    const { id } = await anEvent();
    const { body: message } = await send(id);
    expect((await report(message.id, 'adult')).status).toBe(201);
    expect((await report(message.id, 'adult')).status).toBe(200);
    expect((await report(message.id, 'subscriber')).status).toBe(404);
    const [row, ...others] = await reports();
    expect(others).toEqual([]);
    expect((await world.as('staff').get(`/staff/reports/${row?.id}`)).body).toMatchObject({
      kind: 'message',
      place: '最初の銀河',
      detail: '宣伝です。',
      subject: { id: person('professional') },
      snapshot: [
        { name: '題名', value: '最初の銀河' },
        { name: '件名', value: WORDS.subject },
        { name: '本文', value: WORDS.body },
      ],
      seal: { isIntact: true },
      record: { receivedCount: 1 },
    });
  });

  it('lets the staff remove it before it is delivered: from everybody, and from their mail', async () => {
    const { id } = await anEvent();
    const { body: message } = await send(id);
    await world.events.runDue();
    await report(message.id, 'adult');
    const [row] = await reports();
    const decided = await world.as('staff').post(`/staff/reports/${row?.id}/decision`, { decision: 'delete_message' });
    expect(decided.status).toBe(204);
    await settle();
    expect(world.mail.sent.filter(({ subject }) => subject.includes('主催者から'))).toEqual([]);
    expect((await read(id, 'student')).body).toMatchObject({ items: [] });
    expect((await report(message.id, 'student')).status).toBe(404);
    expect((await sent(id)).body).toMatchObject({ items: [{ isRemoved: true }], remaining: MAX_HOST_MESSAGES - 1 });
  });
});
