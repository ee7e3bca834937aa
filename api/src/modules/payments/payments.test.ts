import { insertCategories, insertEvent, insertTicketType, minutesFrom } from '../../testing/rows';
import { type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: minutesFrom(world.clock.now(), 10 * 24 * 60),
  });
  ticket = await insertTicketType(world.db, {
    event_id: event,
    price: 1500,
    quota: 2,
    sale_end_at: minutesFrom(world.clock.now(), 9 * 24 * 60),
  });
});

type Caller = Parameters<PayingApp['as']>[0];

const begin = (caller: Caller, method = 'card', body: object = {}) =>
  world.as(caller).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method, ...body });
const confirm = (caller: Caller, paymentIntentId: string) =>
  world.as(caller).post(`/me/events/${event}/participation`, { ticketTypeId: ticket, paymentIntentId });
const mine = async (caller: Caller) => (await world.as(caller).get(`/events/${event}`)).body.myParticipation;
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const seats = async () => {
  const { tickets } = (await world.as('nobody').get(`/events/${event}`)).body;
  return { sold: tickets[0].sold, held: tickets[0].held };
};
const payments = () => world.db.selectFrom('payments').selectAll().where('seller_id', '=', world.people.professional);

/** Pays as a browser does, by a test card. */
async function pay(caller: Caller, card = 'pm_card_visa'): Promise<string> {
  const { body } = await begin(caller);
  const intent = intentOf(body.clientSecret);
  await world.stripe.paymentIntents.confirm(intent, { payment_method: card, return_url: 'https://manabiba.test/' });
  return intent;
}

describe('createPaymentIntent', () => {
  it('keeps the seat for 15 minutes and tells the amount that will be charged', async () => {
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

  it('gives the same attempt again, in however many windows', async () => {
    const answers = await Promise.all([begin('adult'), begin('adult'), begin('adult')]);
    const again = await begin('adult');
    const secrets = new Set(
      [...answers, again].filter(({ status }) => status === 201).map(({ body }) => body.clientSecret),
    );
    expect(secrets.size).toBe(1);
    expect(again.status).toBe(201);
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('replaces the attempt when another method is chosen, and ends the first at the provider', async () => {
    const first = intentOf((await begin('adult')).body.clientSecret);
    const second = intentOf((await begin('adult', 'konbini')).body.clientSecret);
    expect(second).not.toBe(first);
    expect((await world.stripe.paymentIntents.retrieve(first)).status).toBe('canceled');
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('is sold out when every seat is taken or kept', async () => {
    await begin('adult');
    await begin('otherAdult');
    const { status, body } = await begin('subscriber');
    expect([status, body.code, body.error]).toEqual([409, 'sold_out', 'チケットは完売しました。']);
  });

  it.each([
    ['an unknown ticket', { ticketTypeId: 'tkt_none' }, 404, 'not_found'],
    ['an unknown method', { method: 'bitcoin' }, 422, 'invalid'],
    ['an amount of the buyer', { amount: 1 }, 422, 'invalid'],
  ])('refuses %s', async (_what, changes, status, code) => {
    const answer = await begin('adult', 'card', changes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("refuses another event's ticket", async () => {
    const other = await insertEvent(world.db, { organizer_id: world.people.professional });
    const { status } = await world
      .as('adult')
      .post(`/me/events/${other}/payment_intent`, { ticketTypeId: ticket, method: 'card' });
    expect(status).toBe(404);
  });
});

describe('a payment by card', () => {
  it('gives the seat as soon as the browser tells that it has paid, before any webhook', async () => {
    const intent = await pay('adult');
    const { status, body } = await confirm('adult', intent);
    expect([status, body.state, body.amount]).toEqual([201, 'confirmed', 1500]);
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('gives the seat by the webhook alone, when the browser was closed', async () => {
    await pay('adult');
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('changes nothing when webhooks come twice and in the wrong order', async () => {
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
    ['refused for lack of money', 'pm_card_chargeDeclinedInsufficientFunds'],
    ['expired', 'pm_card_chargeDeclinedExpiredCard'],
  ])('keeps the seat when the card is %s, and another card pays', async (_how, card) => {
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

  it('is not confirmed while the card issuer waits for an answer', async () => {
    const intent = await pay('adult', 'pm_card_threeDSecure2Required');
    const { status, body } = await confirm('adult', intent);
    expect([status, body.code]).toEqual([402, 'payment_action_required']);
    expect((await mine('adult')).state).toBe('held');
  });

  it("does not accept somebody else's payment", async () => {
    const intent = await pay('adult');
    await begin('otherAdult');
    const { status, body } = await confirm('otherAdult', intent);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a payment at a store', () => {
  it('keeps the seat to its deadline and tells the numbers', async () => {
    const { status, body } = await begin('adult', 'konbini');
    expect(status).toBe(201);
    const waiting = await mine('adult');
    expect(waiting).toMatchObject({ state: 'pending_payment', paymentMethod: 'konbini' });
    expect(waiting.konbini.stores.length).toBeGreaterThan(0);
    expect(waiting.holdExpiresAt).toBe(body.holdExpiresAt);
    const days = (Date.parse(body.holdExpiresAt) - world.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThanOrEqual(3.01);
  });

  it('gives the seat when the store has told of it', async () => {
    const intent = intentOf((await begin('adult', 'konbini')).body.clientSecret);
    await world.engine.actions.payAtTheShop(intent);
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
  });

  it('is not offered when the sale ends within the hour', async () => {
    await world.db
      .updateTable('ticket_types')
      .set({ sale_end_at: minutesFrom(world.clock.now(), 30) })
      .where('id', '=', ticket)
      .execute();
    const { status, body } = await begin('adult', 'konbini');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['method']]);
  });
});

/** Lets the hold run out: 16 minutes pass and what is due then is done. Sessions would end in that time, so the clock goes back. */
async function letHoldExpire(): Promise<void> {
  world.clock.advance(16 * 60_000);
  await world.runJobs();
  await world.events.runDue();
  world.clock.advance(-16 * 60_000);
}

describe('money that comes too late', () => {
  it('takes a seat again while one is free and nobody waits', async () => {
    await pay('adult');
    await letHoldExpire();
    expect(await mine('adult')).toBeNull();
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('confirmed');
    expect(await seats()).toEqual({ sold: 1, held: 0 });
  });

  it('goes back by itself when the seats are gone, and its owner is next in line', async () => {
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

  it('cannot be paid any more once the hold has run out and the attempt has been ended', async () => {
    const intent = intentOf((await begin('adult')).body.clientSecret);
    await letHoldExpire();
    world.clock.advance(17 * 60_000);
    await world.runJobs();
    world.clock.advance(-17 * 60_000);
    expect((await world.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  });
});

describe('cancelling a paid place', () => {
  it('gives the money back, and the seat to the next', async () => {
    await pay('adult').then((intent) => confirm('adult', intent));
    const { status, body } = await world.as('adult').delete(`/me/events/${event}/participation`);
    expect([status, body.state]).toEqual([200, 'refund_pending']);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    await world.runJobs();
    await world.deliverWebhooks();
    expect((await mine('adult')).state).toBe('refunded');
    const { items } = (await world.as('adult').get('/me/sale-histories')).body;
    expect(items.slice(0, 2).map(({ type, amount, state }: Record<string, unknown>) => [type, amount, state])).toEqual([
      ['refund', -1500, 'refunded'],
      ['ticket', 1500, 'refunded'],
    ]);
  });
});

describe('an event that its organizer cancels', () => {
  it('gives everybody the money back and ends every place', async () => {
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
  it.each([
    ['forged', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['without a signature', {}],
  ])('refuses one that is %s and stores nothing', async (_how, headers) => {
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

  it('refuses one that was signed long ago', async () => {
    const payload = JSON.stringify({ id: 'evt_old', object: 'event', type: 'x', data: { object: {} } });
    const signature = world.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_forTheTestsOfTheApi',
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    expect(await world.sendWebhook(JSON.parse(payload) as object, signature)).toBe(400);
  });

  it('stores what it does not know and answers 200', async () => {
    expect(
      await world.sendWebhook({ id: 'evt_unknown', object: 'event', type: 'radar.x', data: { object: { id: 'x' } } }),
    ).toBe(200);
  });
});

describe('reconciliation', () => {
  it('finds what no webhook has told', async () => {
    await pay('adult');
    await world.runJobs();
    expect((await mine('adult')).state).toBe('held');
    world.clock.advance(2 * 3_600_000);
    await world.runJobs();
    world.clock.advance(-2 * 3_600_000);
    expect((await mine('adult')).state).toBe('confirmed');
  });
});

it('what the provider took and gave back equals the books, to the yen', async () => {
  await world.runJobs();
  await world.deliverWebhooks();
  let [paid, refunded] = [0, 0];
  for await (const intent of world.stripe.paymentIntents.list({ limit: 100 })) paid += intent.amount_received;
  for await (const refund of world.stripe.refunds.list({ limit: 100 }))
    if (refund.status === 'succeeded') refunded += refund.amount;
  const books = await world.db
    .selectFrom('payments')
    .select(({ fn }) => [fn.sum<string>('amount').as('paid'), fn.sum<string>('refunded').as('refunded')])
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  expect({ paid: Number(books.paid), refunded: Number(books.refunded) }).toEqual({ paid, refunded });
  expect(paid).toBeGreaterThan(0);
  expect(refunded).toBeGreaterThan(0);
});
