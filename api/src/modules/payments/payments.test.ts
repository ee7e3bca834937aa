import { addDays, addMinutes } from 'date-fns';

import { insertCategories, insertEvent } from '../../testing/rows';
import { insertTicketOnSale, type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ event, ticket } = await insertTicketOnSale(world, 2));
});

type Caller = Parameters<PayingApp['as']>[0];

const begin = (caller: Caller, method = 'card', body: object = {}) =>
  world.as(caller).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method, ...body });
const confirm = (caller: Caller, paymentIntentId: string) =>
  world.as(caller).post(`/me/events/${event}/participation`, { ticketTypeId: ticket, paymentIntentId });
const mine = async (caller: Caller) => (await world.as(caller).get(`/events/${event}`)).body.myParticipation;
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const seats = async () => {
  const { tickets } = (await world.as('unauthenticated').get(`/events/${event}`)).body;
  return { sold: tickets[0].sold, held: tickets[0].held };
};
const payments = () => world.db.selectFrom('payments').selectAll().where('seller_id', '=', world.people.professional);

/** Pays with a test card, as the browser would. */
async function pay(caller: Caller, card = 'pm_card_visa'): Promise<string> {
  const { body } = await begin(caller);
  const intent = intentOf(body.clientSecret);
  await world.stripe.paymentIntents.confirm(intent, { payment_method: card, return_url: 'https://manabiba.test/' });
  return intent;
}

describe('createPaymentIntent', () => {
  it('holds the seat for 15 minutes and returns the amount to be charged', async () => {
    const before = world.clock.now().getTime();
    const { status, body } = await begin('adult');
    expect([status, body.amount]).toEqual([201, 1500]);
    const minutes = (Date.parse(body.holdExpiresAt) - before) / 60_000;
    expect(minutes).toBeGreaterThan(14.9);
    expect(minutes).toBeLessThan(15.1);
    expect(await seats()).toEqual({ sold: 0, held: 1 });
    const intent = await world.stripe.paymentIntents.retrieve(intentOf(body.clientSecret));
    expect(intent).toMatchObject({ amount: 1500, currency: 'jpy', status: 'requires_payment_method' });
  });

  it('returns the same attempt when repeated, even 40 times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => begin('adult')));
    answers.push(await begin('adult'));
    // Those that overlap at the provider are repeated there.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('replaces the attempt when another method is chosen, and cancels the first at the provider', async () => {
    const first = intentOf((await begin('adult')).body.clientSecret);
    const second = intentOf((await begin('adult', 'konbini')).body.clientSecret);
    expect(second).not.toBe(first);
    expect((await world.stripe.paymentIntents.retrieve(first)).status).toBe('canceled');
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('answers sold_out when every seat is sold or held', async () => {
    await begin('adult');
    await begin('otherAdult');
    const { status, body } = await begin('subscriber');
    expect([status, body.code, body.error]).toEqual([409, 'sold_out', 'チケットは完売しました。']);
  });

  it('answers sold_out without consuming the rate limit, and lets the holder of a seat continue', async () => {
    const first = (await begin('adult')).body;
    await begin('otherAdult');
    await world.db.deleteFrom('rate_limits').execute();
    expect((await begin('subscriber')).body.code).toBe('sold_out');
    expect(await world.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    expect((await begin('adult')).body).toEqual(first);
  });

  it.each([
    ['has not begun', { sale_start_at: 1, sale_end_at: 2 }, 'not_open'],
    ['is over', { sale_start_at: -2, sale_end_at: -1 }, 'ended'],
  ])('rejects a sale that %s with its own error, even when nothing is left', async (_when, days, code) => {
    await world.db
      .updateTable('ticket_types')
      .set({
        quota: 0,
        sale_start_at: addDays(world.clock.now(), days.sale_start_at),
        sale_end_at: addDays(world.clock.now(), days.sale_end_at),
      })
      .where('id', '=', ticket)
      .execute();
    expect((await begin('adult')).body.code).toBe(code);
  });

  it.each([
    ['an unknown ticket', { ticketTypeId: 'tkt_none' }, 404, 'not_found'],
    ['an unknown method', { method: 'bitcoin' }, 422, 'invalid'],
    ['an amount set by the buyer', { amount: 1 }, 422, 'invalid'],
  ])('rejects %s', async (_what, changes, status, code) => {
    const answer = await begin('adult', 'card', changes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('rejects a ticket of another event', async () => {
    const other = await insertEvent(world.db, { organizer_id: world.people.professional });
    const { status } = await world
      .as('adult')
      .post(`/me/events/${other}/payment_intent`, { ticketTypeId: ticket, method: 'card' });
    expect(status).toBe(404);
  });
});

describe('a payment by card', () => {
  it('confirms the participation as soon as the browser reports the payment, before any webhook', async () => {
    const intent = await pay('adult');
    const { status, body } = await confirm('adult', intent);
    expect([status, body.state, body.amount]).toEqual([201, 'confirmed', 1500]);
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('confirms the participation by webhook alone when the browser was closed', async () => {
    await pay('adult');
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('is unaffected by duplicate webhooks in reverse order', async () => {
    await pay('adult');
    await world.deliverWebhooks((events) => [...events, ...events].reverse());
    expect((await mine('adult')).state).toBe('confirmed');
    expect(
      await payments()
        .where('participation_id', '=', (await mine('adult')).id)
        .execute(),
    ).toHaveLength(1);
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it.each([
    ['declined', 'pm_card_chargeDeclined'],
    ['declined for insufficient funds', 'pm_card_chargeDeclinedInsufficientFunds'],
    ['expired', 'pm_card_chargeDeclinedExpiredCard'],
  ])('keeps the hold when the card is %s, and accepts another card', async (_how, card) => {
    const { body } = await begin('adult');
    const intent = intentOf(body.clientSecret);
    await expect(world.stripe.paymentIntents.confirm(intent, { payment_method: card })).rejects.toMatchObject({
      type: 'StripeCardError',
    });
    const refused = await confirm('adult', intent);
    expect([refused.status, refused.body.code]).toEqual([402, 'card_declined']);
    expect(await seats()).toEqual({ sold: 0, held: 1 });
    await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    expect((await confirm('adult', intent)).body.state).toBe('confirmed');
  });

  it('is not confirmed while 3-D Secure authentication is pending', async () => {
    const intent = await pay('adult', 'pm_card_threeDSecure2Required');
    const { status, body } = await confirm('adult', intent);
    expect([status, body.code]).toEqual([402, 'payment_action_required']);
    expect((await mine('adult')).state).toBe('held');
  });

  it('rejects the payment of another user', async () => {
    const intent = await pay('adult');
    await begin('otherAdult');
    const { status, body } = await confirm('otherAdult', intent);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a konbini payment', () => {
  it('holds the seat until its deadline and returns the payment numbers', async () => {
    const { status, body } = await begin('adult', 'konbini');
    expect(status).toBe(201);
    const waiting = await mine('adult');
    expect(waiting).toMatchObject({ state: 'pending_payment', paymentMethod: 'konbini' });
    expect(waiting.konbini.stores.length).toBeGreaterThan(0);
    expect(waiting.holdExpiresAt).toBe(body.holdExpiresAt);
    const days = (Date.parse(body.holdExpiresAt) - world.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThanOrEqual(3.01);
    const published = await world.db.selectFrom('domain_events').select(['name', 'payload']).execute();
    expect(published).toContainEqual({
      name: 'storePaymentStarted',
      payload: { participationId: waiting.id, eventId: event },
    });
  });

  it('confirms the participation when the store has reported the payment', async () => {
    const intent = intentOf((await begin('adult', 'konbini')).body.clientSecret);
    await world.engine.actions.payAtTheShop(intent);
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
  });

  it('is not offered when the sale ends within the hour', async () => {
    await world.db
      .updateTable('ticket_types')
      .set({ sale_end_at: addMinutes(world.clock.now(), 30) })
      .where('id', '=', ticket)
      .execute();
    const { status, body } = await begin('adult', 'konbini');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['method']]);
  });
});

/**
 * Lets the hold expire: advances the clock by 16 minutes and runs due work. Moves the clock back afterwards so that
 * sessions do not expire.
 */
async function letHoldExpire(): Promise<void> {
  world.clock.advance(16 * 60_000);
  await world.runJobs();
  await world.events.runDue();
  world.clock.advance(-16 * 60_000);
}

describe('a payment after the hold has expired', () => {
  it('takes a seat again while one is free and the waitlist is empty', async () => {
    await pay('adult');
    await letHoldExpire();
    expect(await mine('adult')).toBeNull();
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('is refunded when the seats are gone, and its buyer is first on the waitlist', async () => {
    await pay('adult');
    await letHoldExpire();
    for (const other of ['otherAdult', 'subscriber'] as const)
      await pay(other).then((intent) => confirm(other, intent));
    await world.deliverWebhooks();
    expect(await mine('adult')).toMatchObject({ state: 'waitlisted', waitlistPosition: 1 });
    await world.deliverWebhooks();
    const [payment] = await payments()
      .where('user_id', '=', world.people.adult)
      .orderBy('created_at', 'desc')
      .execute();
    expect(payment).toMatchObject({ state: 'paid', refunded: 1500 });
    expect(await seats()).toEqual({ sold: 2, held: 0 });
  });

  it('is impossible once the attempt has been cancelled at the provider', async () => {
    const intent = intentOf((await begin('adult')).body.clientSecret);
    await letHoldExpire();
    world.clock.advance(17 * 60_000);
    await world.runJobs();
    world.clock.advance(-17 * 60_000);
    expect((await world.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  });
});

describe('cancelling a paid participation', () => {
  it('refunds the payment and frees the seat', async () => {
    await pay('adult').then((intent) => confirm('adult', intent));
    const { status, body } = await world.as('adult').delete(`/me/events/${event}/participation`);
    expect([status, body.state]).toEqual([200, 'refund_pending']);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    await world.runJobs();
    await world.deliverWebhooks();
    const refunded = await mine('adult');
    expect(refunded).toMatchObject({ state: 'refunded', receiptId: expect.stringMatching(/^ref_/) });
    const { items } = (await world.as('adult').get('/me/sale-histories')).body;
    expect(items.slice(0, 2).map(({ type, amount, state }: Record<string, unknown>) => [type, amount, state])).toEqual([
      ['refund', -1500, 'refunded'],
      ['ticket', 1500, 'refunded'],
    ]);
  });

  it('leads from the participation to its receipt, then to its credit note', async () => {
    const receiptOf = async ({ receiptId }: { receiptId: string }) =>
      (await world.as('adult').get(`/me/receipts/${receiptId}`)).body;
    const intent = await pay('adult');
    expect((await mine('adult')).receiptId).toBeNull();
    const bought = (await confirm('adult', intent)).body;
    expect(await receiptOf(bought)).toMatchObject({ kind: 'receipt', total: 1500 });
    expect((await world.as('adult').delete(`/me/events/${event}/participation`)).body.receiptId).toBe(bought.receiptId);
    await world.runJobs();
    await world.deliverWebhooks();
    expect(await receiptOf(await mine('adult'))).toMatchObject({ kind: 'credit_note', total: -1500 });
  });
});

describe('sale histories', () => {
  const history = async (query = '') => (await world.as('adult').get(`/me/sale-histories${query}`)).body;
  const countAndTotal = ({ items, total }: Awaited<ReturnType<typeof history>>) => [items.length, total];

  it('filter by year in Japan and by type, with the total and the available years', async () => {
    await pay('adult').then((intent) => confirm('adult', intent));
    const { items } = await history('?limit=1');
    // 00:30 on January 1 in Japan.
    await world.db
      .updateTable('payments')
      .set({ paid_at: new Date('2023-12-31T15:30:00Z') })
      .where('id', '=', items[0].id)
      .execute();
    expect(countAndTotal(await history('?year=2024'))).toEqual([1, 1500]);
    expect(countAndTotal(await history('?year=2024&type=ticket'))).toEqual([1, 1500]);
    expect(countAndTotal(await history('?year=2024&type=refund'))).toEqual([0, 0]);
    expect(countAndTotal(await history('?year=2023'))).toEqual([0, 0]);
    expect((await history('?year=2023')).years).toContain(2024);
  });

  it('sum up payments minus refunds', async () => {
    const before = { all: await history(), refunds: await history('?type=refund') };
    await pay('adult').then((intent) => confirm('adult', intent));
    expect((await history()).total).toBe(before.all.total + 1500);
    await world.as('adult').delete(`/me/events/${event}/participation`);
    await world.runJobs();
    await world.deliverWebhooks();
    expect((await history()).total).toBe(before.all.total);
    expect((await history('?type=refund')).total).toBe(before.refunds.total - 1500);
  });

  it.each(['year=24', 'year=two', 'type=gift'])('reject %s', async (query) => {
    expect((await world.as('adult').get(`/me/sale-histories?${query}`)).status).toBe(422);
  });
});

describe('an event cancelled by its organizer', () => {
  it('refunds every payment and ends every participation', async () => {
    await pay('adult').then((intent) => confirm('adult', intent));
    const open = intentOf((await begin('otherAdult')).body.clientSecret);
    expect(
      (await world.as('professional').delete(`/org/events/${event}`, {}, { reason: '体調不良のため' })).status,
    ).toBe(204);
    await world.runJobs();
    expect(await mine('otherAdult')).toBeNull();
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    await world.events.runDue();
    await world.runJobs();
    await world.deliverWebhooks();
    expect(await mine('adult')).toMatchObject({ state: 'refunded', cancelReason: 'event_cancelled' });
    expect((await world.stripe.paymentIntents.retrieve(open)).status).toBe('canceled');
  });
});

describe('webhooks', () => {
  it('have the same effect in bulk, out of order and duplicated as one by one', async () => {
    await world.db.updateTable('ticket_types').set({ quota: null }).where('id', '=', ticket).execute();
    const paid = await Promise.all((['adult', 'otherAdult'] as const).map((buyer) => pay(buyer)));
    const declined = intentOf((await begin('subscriber')).body.clientSecret);
    await world.stripe.paymentIntents
      .confirm(declined, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => undefined);
    await world.stripe.paymentIntents.cancel(declined);
    await world.deliverWebhooks((events) => [...events.toReversed(), ...events]);
    const states = await payments()
      .select(['provider_intent_id', 'state', 'card_last4'])
      .where('provider_intent_id', 'in', [...paid, declined])
      .execute();
    expect(Object.fromEntries(states.map((row) => [row.provider_intent_id, [row.state, row.card_last4]]))).toEqual({
      [paid[0] ?? '']: ['paid', '4242'],
      [paid[1] ?? '']: ['paid', '4242'],
      [declined]: ['cancelled', null],
    });
    expect(await seats()).toMatchObject({ sold: 2 });
  });

  it('are applied even when one of them fails', async () => {
    const [bad, good] = [await pay('adult'), await pay('otherAdult')];
    await world.db.updateTable('payments').set({ amount: 1400 }).where('provider_intent_id', '=', bad).execute();
    await world.deliverWebhooks();
    const waiting = await world.db
      .selectFrom('webhook_events')
      .select(['type', 'last_error'])
      .where('applied_at', 'is', null)
      .execute();
    expect(waiting).toEqual([
      { type: 'payment_intent.succeeded', last_error: `${bad} received 1500 yen instead of 1400` },
    ]);
    expect((await mine('otherAdult')).state).toBe('confirmed');
    expect(await payments().where('provider_intent_id', '=', good).execute()).toMatchObject([{ state: 'paid' }]);
    await world.db.updateTable('payments').set({ amount: 1500 }).where('provider_intent_id', '=', bad).execute();
    world.clock.advance(60_000);
    await world.runJobs();
    world.clock.advance(-60_000);
    expect((await mine('adult')).state).toBe('confirmed');
  });

  it.each([
    ['forged', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['unsigned', {}],
  ])('rejects one that is %s and stores nothing', async (_how, headers) => {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/v1/webhooks/stripe',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: {} } }),
    });
    expect(statusCode).toBe(400);
    expect(await world.db.selectFrom('webhook_events').selectAll().where('id', '=', 'evt_forged').execute()).toEqual(
      [],
    );
  });

  it('rejects one with an old signature', async () => {
    const payload = JSON.stringify({ id: 'evt_old', object: 'event', type: 'x', data: { object: {} } });
    const signature = world.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_forTheTestsOfTheApi',
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    expect(await world.sendWebhook(JSON.parse(payload) as object, signature)).toBe(400);
  });

  it('stores an unknown event type and answers 200', async () => {
    expect(
      await world.sendWebhook({ id: 'evt_unknown', object: 'event', type: 'radar.x', data: { object: { id: 'x' } } }),
    ).toBe(200);
  });
});

describe('reconciliation', () => {
  it('finds payments and refunds whose webhooks never arrived', async () => {
    await pay('adult');
    await world.runJobs();
    expect((await mine('adult')).state).toBe('held');
    world.clock.advance(2 * 3_600_000);
    await world.runJobs();
    world.clock.advance(-2 * 3_600_000);
    expect((await mine('adult')).state).toBe('confirmed');
  });
});

it('matches provider payments and refunds with the sale histories, to the yen', async () => {
  const { sums, differences } = await world.ledger();
  expect(differences).toEqual([]);
  expect(sums.paid.books).toBeGreaterThan(0);
  expect(sums.refunded.books).toBeGreaterThan(0);
});
