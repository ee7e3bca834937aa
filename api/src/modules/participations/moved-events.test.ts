import { addHours } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

import { inTransaction } from '../../platform/database/transaction';
import { DEFAULT_TIME_ZONE, fullMomentIn } from '../../platform/moments';
import { clearContent, insertCategories } from '../../testing/rows';
import { type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { emailOf } from '../../testing/test-people';
import { ticketWorld } from './testing/ticket-world';

type Sold = { eventId: string; ticketId: string };
let world: PayingApp;
let tickets: ReturnType<typeof ticketWorld>;
let start: Date;
beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  tickets = ticketWorld(world);
  start = tickets.at(4 * 24 * 60);
  world.mail.sent.length = 0;
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const hoursLater = (hours: number) => addHours(start, hours);
const anEvent = (given: Parameters<typeof tickets.anEvent>[0] = {}) =>
  tickets.anEvent({ start_at: start, refund_policy: 'none', ...given, ticket: { quota: 9, ...given.ticket } });

/** The organizer moves the start to that many hours after the first one. */
async function moveTo(eventId: string, hours: number) {
  const startAt = hoursLater(hours);
  const endAt = addHours(startAt, 1);
  const { status } = await world
    .as('professional')
    .patch(`/org/events/${eventId}`, { startAt: startAt.toISOString(), endAt: endAt.toISOString() });
  expect(status).toBe(200);
}
/** Starts a payment; returns its intent. */
async function startPaying({ eventId, ticketId }: Sold): Promise<string> {
  const { body } = await world
    .as('adult')
    .post(`/me/events/${eventId}/payment_intent`, { ticketTypeId: ticketId, method: 'card' });
  return body.clientSecret.split('_secret_')[0];
}
/** The buyer pays with a card. */
async function pay({ eventId, ticketId }: Sold, paymentIntentId: string) {
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
  const path = `/me/events/${eventId}/participation`;
  expect((await world.as('adult').post(path, { ticketTypeId: ticketId, paymentIntentId })).status).toBe(201);
}
const buy = async (event: Sold) => pay(event, await startPaying(event));
const preview = async (eventId: string) => (await world.as('adult').get(`/me/events/${eventId}/cancellation`)).body;
const fullRefund = async (eventId: string) =>
  (await world.as('adult').get(`/events/${eventId}`)).body.myParticipation.fullRefund;
async function mails() {
  await world.events.runDue();
  const sent = [...(await world.mail.deliver())];
  world.mail.sent.length = 0;
  return sent;
}
/** What the ticket, the mail about the last move and the refund say, which must agree. */
async function rightOf(eventId: string) {
  const mail = (await mails()).findLast(({ subject }) => subject.includes('日時の変更'));
  const shown = await fullRefund(eventId);
  const mailed = mail?.text.includes('1,500円を全額返金いたします。') ?? false;
  await world.as('adult').delete(`/me/events/${eventId}/participation`);
  await world.ledger();
  const { items } = (await world.as('adult').get('/me/sale-histories')).body;
  return {
    shown: shown !== null,
    mailed,
    refunded: items.map(({ amount }: { amount: number }) => amount).includes(-1500),
  };
}

it.each([
  ['24 hours', [24], false],
  ['more than 24 hours', [24.5], true],
  ['more than 24 hours forward', [-24.5], true],
  ['several small steps that add up', [10, 20, 30], true],
  ['far away and back', [48, 1], false],
  ['away, back and away again', [48, 1, 26], true],
] as const)('of an event that moved by %s, ticket, mail and refund agree', async (_what, moves, isFull) => {
  const event = await anEvent();
  await buy(event);
  for (const hours of moves) await moveTo(event.eventId, hours);
  expect(await rightOf(event.eventId)).toEqual({ shown: isFull, mailed: isFull, refunded: isFull });
});

it('holds no seat past the new start of an event that moved to an earlier day', async () => {
  const event = await anEvent();
  const path = `/me/events/${event.eventId}/payment_intent`;
  const { body } = await world.as('adult').post(path, { ticketTypeId: event.ticketId, method: 'konbini' });
  expect(new Date(body.holdExpiresAt) > hoursLater(-72)).toBe(true);
  await moveTo(event.eventId, -72);
  await mails();
  const { myParticipation } = (await world.as('adult').get(`/events/${event.eventId}`)).body;
  expect(myParticipation.holdExpiresAt).toBe(hoursLater(-72).toISOString());
});

it('names both times, what comes back and until when, in the ticket, in the mail and before cancelling', async () => {
  const event = await anEvent();
  await buy(event);
  expect(await preview(event.eventId)).toEqual({ paid: 1500, refund: 0, fullRefundUntil: null });
  await moveTo(event.eventId, 48);
  const until = hoursLater(48).toISOString();
  expect(await fullRefund(event.eventId)).toEqual({ soldForStartAt: start.toISOString(), until, amount: 1500 });
  expect(await preview(event.eventId)).toEqual({ paid: 1500, refund: 1500, fullRefundUntil: until });
  const mail = (await mails()).find(({ subject }) => subject.includes('日時の変更'));
  expect(mail?.to).toBe(emailOf('adult'));
  const momentOf = (time: Date) => fullMomentIn(DEFAULT_TIME_ZONE, time);
  for (const words of [`開始日時(${momentOf(start)})から24時間を超えて`, `${momentOf(hoursLater(48))}までに取り消すと`])
    expect(mail?.text).toContain(words);
});

it('extends a refund whose time by the policy has passed to the new start, and not beyond', async () => {
  const event = await anEvent({ refund_policy: 'until_7_days' });
  await buy(event);
  await moveTo(event.eventId, 48);
  expect((await preview(event.eventId)).refund).toBe(1500);
  await world.db.updateTable('events').set({ state: 'live' }).where('id', '=', event.eventId).execute();
  expect((await preview(event.eventId)).code).toBe('not_refundable');
  expect(await fullRefund(event.eventId)).toBeNull();
});

it('gives no right to who buys after the move, unless the event moves again', async () => {
  const event = await anEvent();
  await moveTo(event.eventId, 48);
  await buy(event);
  expect(await fullRefund(event.eventId)).toBeNull();
  expect((await preview(event.eventId)).refund).toBe(0);
  await moveTo(event.eventId, 0);
  expect(await fullRefund(event.eventId)).toMatchObject({ soldForStartAt: hoursLater(48).toISOString() });
});

it('gives no right to who pays an offered seat after the move', async () => {
  const event = await anEvent({ ticket: { quota: 1 } });
  const held = await tickets.hold(event, world.people.otherAdult);
  await world.as('adult').post(`/me/events/${event.eventId}/participation`, { ticketTypeId: event.ticketId });
  await inTransaction(world.db, (trx) => tickets.cancellations.end(trx, held.id, held.user_id, world.clock.now()));
  await startPaying(event);
  await moveTo(event.eventId, 48);
  await buy(event);
  expect(await fullRefund(event.eventId)).toBeNull();
});

it('gives no right to a free ticket', async () => {
  const event = await anEvent({ ticket: { price: 0 } });
  await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
  await moveTo(event.eventId, 48);
  expect(await fullRefund(event.eventId)).toBeNull();
  expect((await mails()).at(-1)?.text).not.toContain('全額返金');
});

it('promises it to who has not yet paid at the convenience store, and keeps it once paid', async () => {
  const event = await anEvent();
  const intent = await startPaying(event);
  const { id } = await world.db.selectFrom('participations').select('id').executeTakeFirstOrThrow();
  const holdUntil = tickets.at(minutesInDay);
  await inTransaction(world.db, (trx) =>
    tickets.participations.markPendingPayment(trx, id, { konbini: null, holdUntil }),
  );
  await moveTo(event.eventId, 48);
  expect(await fullRefund(event.eventId)).toBeNull();
  expect(await preview(event.eventId)).toMatchObject({ paid: 0, refund: 0 });
  expect((await mails()).at(-1)?.text).toContain('1,500円を全額返金いたします。');
  await pay(event, intent);
  expect(await fullRefund(event.eventId)).toMatchObject({ amount: 1500 });
  expect((await preview(event.eventId)).refund).toBe(1500);
});

it('goes with a ticket that is claimed by an account', async () => {
  const event = await anEvent();
  const guest = { email: 'hana@example.test', birthDate: '1990-04-12', intent: null, sessionId: 'session-1' };
  const { id } = await tickets.hold(event, '', { holder: { guest } });
  await tickets.pay(id);
  await moveTo(event.eventId, 48);
  const token = tickets.participations.guestTokenOf(id);
  const { body } = await world.as('unauthenticated').get(`/guest_tickets/${token}`);
  expect(body.participation.fullRefund).toMatchObject({ amount: 1500 });
  expect((await world.as('adult').post(`/guest_tickets/${token}/claim`, {})).status).toBe(200);
  expect(await fullRefund(event.eventId)).toMatchObject({ amount: 1500 });
});
