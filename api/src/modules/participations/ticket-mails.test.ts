import ICAL from 'ical.js';

import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { clearContent, insertCategories, insertParticipation } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf } from '../../testing/test-people';
import { ticketWorld } from './testing/ticket-world';

const NOW = '2026-12-01T03:00:00.000Z';
let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
beforeAll(async () => {
  world = await startTestApp({ now: NOW });
  await insertCategories(world.db);
});
beforeEach(() => {
  world.clock.set(NOW);
  tickets = ticketWorld(world);
  world.mail.sent.length = 0;
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

/** Delivers the mails about everything that has happened. */
async function mails() {
  await world.events.runDue();
  const sent = [...(await world.mail.deliver())];
  world.mail.sent.length = 0;
  return sent;
}
const anEvent = (given: Parameters<typeof tickets.anEvent>[0] = {}) =>
  tickets.anEvent({ title: '最初の銀河', start_at: new Date('2026-12-05T05:00:00.000Z'), ...given });
const methodOf = (file: string | undefined) =>
  new ICAL.Component(ICAL.parse(file ?? '') as ConstructorParameters<typeof ICAL.Component>[0]).getFirstPropertyValue(
    'method',
  );
const end = (id: string) =>
  inTransaction(world.db, async (trx) => {
    const { user_id: holderId } = await tickets.participations.lock(trx, id);
    return tickets.cancellations.end(trx, id, holderId, world.clock.now());
  });

describe('a user with a confirmed seat', () => {
  it('gets a mail with time, place, price and the calendar file', async () => {
    const event = await anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    expect(await mails()).toEqual([]);
    await tickets.pay(id);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: emailOf('adult'), subject: '【まなびば】お申し込みが完了しました「最初の銀河」' });
    for (const form of [mail?.text, mail?.html]) {
      for (const words of ['大人 さん', '2026年12月5日', '14:00から15:30', 'まなび協会', '一般', '1,500円(税込)'])
        expect(form).toContain(words);
      expect(form).toContain('https://manabiba.test/tickets');
      expect(form).toContain(`https://manabiba.test/v1/events/${event.eventId}/calendar.ics`);
    }
    const [attachment] = mail?.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'event.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    });
    expect(methodOf(attachment?.content)).toBe('PUBLISH');
  });

  it('in another zone reads the times of that zone', async () => {
    await world.as('adult').post('/me/notification_settings', { timeZone: 'Europe/Berlin' });
    const event = await anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    const [mail] = await mails();
    expect(mail?.text).toContain('2026年12月5日(土)6:00から7:30(中央ヨーロッパ標準時)');
    await world.as('adult').post('/me/notification_settings', { timeZone: 'Asia/Tokyo' });
  });

  it('without an account gets the link to the ticket', async () => {
    const event = await anEvent();
    const held = await tickets.hold(event, '', {
      holder: { guest: { email: 'hana@example.test', birthDate: '1990-04-12', intent: null, sessionId: 'session-1' } },
    });
    await tickets.pay(held.id);
    const [mail] = await mails();
    expect(mail?.to).toBe('hana@example.test');
    const [, token] = /\/tickets\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect((await world.as('unauthenticated').get(`/guest_tickets/${token}`)).body.participation.id).toBe(held.id);
    expect(mail?.text).not.toContain('さん');
    // The room requires an account: the mail says so in time.
    expect(mail?.text).toContain('このリンクは入場券です。');
    expect(mail?.text).not.toContain('チケットのページから参加できます。');
  });

  it('with a free ticket sees it as free', async () => {
    const event = await anEvent({ ticket: { price: 0 } });
    await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    expect((await mails())[0]?.text).toContain('料金: 無料');
  });

  it('gets one mail, and none for a seat released before it was sent', async () => {
    const event = await anEvent({ ticket: { price: 0 } });
    const { body } = await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    await end(body.id);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      '【まなびば】お申し込みを取り消しました「最初の銀河」',
    ]);
    expect(await mails()).toEqual([]);
  });

  it('gets no mail without an address, or after withdrawing', async () => {
    const event = await anEvent({ ticket: { quota: 3 } });
    for (const user_id of [world.people.school, world.people.withdrawn]) {
      const id = await insertParticipation(world.db, {
        event_id: event.eventId,
        ticket_type_id: event.ticketId,
        user_id,
      });
      await inTransaction(world.db, (trx) =>
        publish(trx, 'participationConfirmed', { participationId: id, eventId: event.eventId }),
      );
    }
    expect(await mails()).toEqual([]);
  });
});

describe('a user who pays at a convenience store', () => {
  const konbini = {
    expiresAt: '2026-12-03T14:59:00.000Z',
    stores: [
      { chain: 'lawson' as const, paymentCode: '482109', confirmationNumber: '73021900000' },
      { chain: 'familymart' as const, paymentCode: '111222', confirmationNumber: null },
    ],
  };
  const receiveNumbers = (id: string) =>
    inTransaction(world.db, (trx) =>
      tickets.participations.markPendingPayment(trx, id, { konbini, holdUntil: new Date(konbini.expiresAt) }),
    );
  const guest = {
    holder: { guest: { email: 'hana@example.test', birthDate: '1990-04-12', intent: null, sessionId: 'session-1' } },
  };

  it('gets the payment numbers and their deadline once, as a guest with the link to the ticket', async () => {
    const { id } = await tickets.hold(await anEvent(), '', guest);
    await receiveNumbers(id);
    await receiveNumbers(id);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'hana@example.test',
      subject: '【まなびば】コンビニでのお支払いのご案内「最初の銀河」',
    });
    for (const words of [
      '2026年12月3日(木)23:59(日本時間)までに',
      'ローソン: 受付番号 482109 / 確認番号 73021900000',
      'ファミリーマート: 受付番号 111222',
      '1,500円(税込)',
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.text).toMatch(/\/tickets\/[\w-]+/);
    expect(mail?.attachments).toBeUndefined();
  });

  it('gets no numbers that are already paid or given up', async () => {
    const event = await anEvent({ ticket: { quota: 2 } });
    const paid = await tickets.hold(event, world.people.adult);
    await receiveNumbers(paid.id);
    await tickets.pay(paid.id);
    const givenUp = await tickets.hold(event, world.people.otherAdult);
    await receiveNumbers(givenUp.id);
    await end(givenUp.id);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      '【まなびば】お申し込みが完了しました「最初の銀河」',
    ]);
  });
});

describe('a waiting user', () => {
  it('gets a mail about an offer with its expiry and price', async () => {
    const event = await anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await world.as('otherAdult').post(`/me/events/${event.eventId}/participation`, {});
    await end(id);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: emailOf('otherAdult'), subject: '【まなびば】お席が空きました「最初の銀河」' });
    expect(mail?.text).toContain('2026年12月2日');
    expect(mail?.text).toContain('1,500円(税込)');
    expect(mail?.attachments).toBeUndefined();
  });

  it('gets no mail about an ended wait or offer', async () => {
    const event = await anEvent({ ticket: { quota: 0 } });
    const { body } = await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    await end(body.id);
    expect(await mails()).toEqual([]);
  });
});

describe('a user who loses a seat', () => {
  async function confirmed() {
    const event = await anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    await mails();
    return { ...event, id };
  }

  it.each([
    ['organizer', 'お申し込みが取り消されました', '主催者により取り消されました'],
    ['event_cancelled', 'イベントの中止のお知らせ', '主催者より:\n台風のため'],
  ] as const)(
    'by %s gets a mail with the refund, and the calendar entry is removed',
    async (reason, subject, words) => {
      const { id, eventId } = await confirmed();
      if (reason === 'event_cancelled')
        await world.db
          .updateTable('events')
          .set({ state: 'cancelled', cancel_reason: '台風のため' })
          .where('id', '=', eventId)
          .execute();
      await inTransaction(world.db, (trx) => tickets.participations.cancel(trx, id, reason, world.clock.now()));
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail?.subject).toBe(`【まなびば】${subject}「最初の銀河」`);
      expect(mail?.text).toContain(words);
      expect(mail?.text).toContain('1,500円を返金いたします。');
      const [file] = mail?.attachments ?? [];
      expect(methodOf(file?.content)).toBe('CANCEL');
      expect(file?.contentType).toBe('text/calendar; charset=utf-8; method=CANCEL');
      const cancelled = new ICAL.Component(
        ICAL.parse(file?.content ?? '') as ConstructorParameters<typeof ICAL.Component>[0],
      );
      const entry = cancelled.getFirstSubcomponent('vevent');
      // RFC 5546, section 3.2.5: what a CANCEL has exactly once, for whom it is, and what it must not have.
      for (const property of ['dtstamp', 'organizer', 'sequence', 'uid', 'status'])
        expect([property, entry?.getAllProperties(property)]).toEqual([property, [expect.anything()]]);
      expect(entry?.getFirstPropertyValue('status')).toBe('CANCELLED');
      const attendees = entry?.getAllProperties('attendee').map((each) => String(each.getFirstValue()).toLowerCase());
      expect(attendees).toEqual([`mailto:${mail?.to}`]);
      expect(cancelled.getAllSubcomponents('vevent')).toHaveLength(1);
      expect(entry?.getAllSubcomponents('valarm')).toEqual([]);
    },
  );

  it('by cancelling gets a mail with the refund, and another when it is complete', async () => {
    const { id } = await confirmed();
    await end(id);
    const [cancelled] = await mails();
    expect(cancelled?.text).toContain('お申し込みを取り消しました。');
    expect(cancelled?.text).toContain('1,500円を返金いたします。');
    await inTransaction(world.db, (trx) => tickets.participations.markRefunded(trx, id));
    const [refunded] = await mails();
    expect(refunded?.subject).toBe('【まなびば】返金が完了しました「最初の銀河」');
    expect(refunded?.text).toContain('返金額: 1,500円');
  });

  it('by paying too late gets one mail, together with the next offer', async () => {
    const event = await anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    await tickets.hold(event, world.people.otherAdult);
    await tickets.pay(id);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('確保時間を過ぎてのお支払いだったため、全額返金いたします。');
    expect(mail?.text).toContain('お席が空きましたら、最初にご案内いたします。');
  });
});

it('mails both times to everyone with a seat or on the waiting list when the event is moved', async () => {
  const event = await anEvent({ calendar_sequence: 1, ticket: { quota: null } });
  const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
  await insertParticipation(world.db, { ...place, user_id: world.people.adult });
  await insertParticipation(world.db, { ...place, user_id: world.people.student, state: 'waitlisted' });
  await insertParticipation(world.db, { ...place, user_id: world.people.otherAdult, state: 'cancelled' });
  await inTransaction(world.db, (trx) =>
    publish(trx, 'eventRescheduled', {
      eventId: event.eventId,
      from: '2026-12-04T05:00:00.000Z',
      to: '2026-12-05T05:00:00.000Z',
    }),
  );
  const sent = await mails();
  expect(sent.map(({ to }) => to).sort()).toEqual([emailOf('adult'), emailOf('student')]);
  for (const { text } of sent) {
    expect(text).toContain('変更前: 2026年12月4日');
    expect(text).toContain('変更後: 2026年12月5日');
  }
  const [withSeat, waiting] = sent.sort((a, b) => a.to.localeCompare(b.to));
  expect(withSeat?.attachments?.[0]?.content).toContain('SEQUENCE:1');
  expect(waiting?.attachments).toBeUndefined();
});
