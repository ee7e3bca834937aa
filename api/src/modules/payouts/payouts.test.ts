import type { Earning } from '@manabiba/shared/contract/earnings';
import { addMinutes, subMinutes } from 'date-fns';
import { minutesInDay, secondsInDay } from 'date-fns/constants';
import type { Updateable } from 'kysely';

import type { EventsTable } from '../../tables/events';
import { organizing } from '../../testing/events';
import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { testPassword } from '../../testing/test-people';

/** Days before the engine makes a payment available for transfer. */
const ENGINE_KEEPS_DAYS = 5;
const pages = {
  returnUrl: 'https://manabiba.test/org/settings?tab=sales',
  refreshUrl: 'https://manabiba.test/org/settings?tab=sales&again=1',
};

let world: PayingApp;

beforeEach(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterEach(() => world.close());

const organizer = () => world.as('professional');
const account = async () => (await organizer().get('/me/stripe-connect')).body;
const transfer = (amount: number, key?: string) =>
  organizer().post('/me/stripe-connect/transfer', { amount }, key ? { 'idempotency-key': key } : {});

/** Starts the onboarding and completes the provider's page. */
async function onboard(): Promise<string> {
  expect((await organizer().post('/me/stripe-connect', pages)).status).toBe(200);
  const [{ id } = { id: '' }] = (await world.stripe.accounts.list()).data;
  await world.engine.actions.completeOnboarding(id);
  await account();
  return id;
}

/** Sells a ticket of an upcoming event. */
async function sell(price: number, buyer: Parameters<PayingApp['as']>[0] = 'adult'): Promise<string> {
  const now = world.clock.now();
  const event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: addMinutes(now, 10 * minutesInDay),
    end_at: addMinutes(now, 10 * minutesInDay + 90),
  });
  const ticketTypeId = await insertTicketType(world.db, { event_id: event, price, sale_end_at: addMinutes(now, 60) });
  const { body } = await world.as(buyer).post(`/me/events/${event}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  const payment = { payment_method: 'pm_card_visa', return_url: 'https://manabiba.test/' };
  await world.stripe.paymentIntents.confirm(paymentIntentId, payment);
  const confirmed = await world.as(buyer).post(`/me/events/${event}/participation`, { ticketTypeId, paymentIntentId });
  expect(confirmed.status).toBe(201);
  return event;
}

async function setEvent(id: string, changes: Updateable<EventsTable>): Promise<void> {
  await world.db.updateTable('events').set(changes).where('id', '=', id).execute();
}

async function endEvent(id: string, daysAgo: number): Promise<void> {
  const end_at = addMinutes(world.clock.now(), -daysAgo * minutesInDay);
  const start_at = subMinutes(end_at, 90);
  await setEvent(id, { state: 'ended', start_at, end_at });
}

describe('the payout account', () => {
  it('does not exist at first', async () => {
    expect(await account()).toEqual({
      id: null,
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: [],
      bank: null,
      availableBalance: 0,
      pendingBalance: 0,
      lastTransferAt: null,
    });
  });

  it('is created once, however often the onboarding starts', async () => {
    const [first, second] = [
      await organizer().post('/me/stripe-connect', pages),
      await organizer().post('/me/stripe-connect', pages),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new URL(first.body.url).pathname).toMatch(/account|onboarding/);
    expect(Date.parse(first.body.expiresAt)).toBeGreaterThan(Date.now());
    expect((await world.stripe.accounts.list()).data).toHaveLength(1);
    expect(await account()).toMatchObject({
      payoutsEnabled: false,
      requirements: expect.arrayContaining(['external_account']),
    });
  });

  it('is ready as soon as the organizer returns, with or without a webhook', async () => {
    await onboard();
    expect(await account()).toMatchObject({
      payoutsEnabled: true,
      requirements: [],
      bank: { name: 'STRIPE TEST BANK', last4: expect.stringMatching(/^\d{4}$/) },
    });
  });

  it('accepts only return pages of the product', async () => {
    const answer = await organizer().post('/me/stripe-connect', { ...pages, returnUrl: 'https://elsewhere.test/' });
    expect([answer.status, answer.body.fields]).toEqual([422, { returnUrl: 'まなびばのページを指定してください。' }]);
  });

  it.each([
    ['unverified', 'documents_required', null, 'email_unverified'],
    ['verified', 'documents_required', new Date(), 'role_required'],
    ['verified', 'under_review', new Date(), 'role_required'],
  ] as const)('is rejected while the user is %s and %s', async (_what, state, verifiedAt, code) => {
    await world.db
      .updateTable('users')
      .set({ state, email_verified_at: verifiedAt })
      .where('id', '=', world.people.professional)
      .execute();
    expect((await organizer().post('/me/stripe-connect', pages)).body.code).toBe(code);
    expect((await transfer(1000)).body.code).toBe(code);
    expect((await organizer().get('/me/stripe-connect')).status).toBe(200);
  });

  it('is reset when it no longer exists at the provider', async () => {
    await world.stripe.accounts.del(await onboard());
    expect(await account()).toMatchObject({ id: null, payoutsEnabled: false });
    expect((await transfer(1000)).body.code).toBe('conflict');
  });

  it('shows the last known state when the provider does not answer', async () => {
    await onboard();
    await world.engine.close();
    expect(await account()).toMatchObject({ payoutsEnabled: true });
  });

  it('is required before paid tickets are offered', async () => {
    const draft = await insertEvent(world.db, { organizer_id: world.people.professional, state: 'draft' });
    await insertTicketType(world.db, { event_id: draft, price: 1000 });
    const missing = async () => (await organizer().get(`/org/events/${draft}`)).body.missing;
    expect(await missing()).toContain('payouts');
    // Also of an event that was published with free tickets.
    const organizer_id = world.people.professional;
    const event = await insertEvent(world.db, { organizer_id, start_at: addMinutes(world.clock.now(), minutesInDay) });
    const add = (given: object = {}) =>
      organizer().post(`/org/events/${event}/ticket_types`, organizing(world).aTicket(given));
    expect(await add()).toMatchObject({ status: 422, body: { fields: { price: expect.stringContaining('振込先') } } });
    expect((await add({ price: 0 })).status).toBe(201);
    await onboard();
    expect(await missing()).not.toContain('payouts');
    expect((await add()).status).toBe(201);
  });
});

describe('the balance', () => {
  afterEach(() => expectEqualLedger(world));

  it('includes the price minus the fee three days after the end of the event, and is pending until then', async () => {
    const event = await sell(10_000);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 9_640 });
    await endEvent(event, 2);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 9_640 });
    await endEvent(event, 3);
    expect(await account()).toMatchObject({ availableBalance: 9_640, pendingBalance: 0 });
  });

  it('stays available after the event is archived', async () => {
    const event = await sell(10_000);
    await endEvent(event, 3);
    await setEvent(event, { state: 'archived' });
    expect(await account()).toMatchObject({ availableBalance: 9_640, pendingBalance: 0 });
  });

  it('includes what a cancellation without refund left of an event that is cancelled later', async () => {
    const event = await sell(10_000);
    await setEvent(event, { refund_policy: 'none' });
    expect((await world.as('adult').delete(`/me/events/${event}/participation`)).status).toBe(200);
    await endEvent(event, 3);
    await setEvent(event, { state: 'cancelled' });
    expect(await account()).toMatchObject({ availableBalance: 9_640, pendingBalance: 0 });
  });

  it('keeps what is owed to participants of a cancelled event unavailable', async () => {
    const event = await sell(10_000);
    await endEvent(event, 3);
    await setEvent(event, { state: 'cancelled' });
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 9_640 });
  });

  it('excludes refunded payments', async () => {
    const event = await sell(10_000);
    expect((await world.as('adult').delete(`/me/events/${event}/participation`)).status).toBe(200);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 0 });
  });

  it('blocks the deletion of the account', async () => {
    await endEvent(await sell(10_000), 4);
    const answer = await organizer().delete('/me', {}, { password: testPassword });
    expect([answer.status, answer.body.fields]).toEqual([409, { account: '売上の残高があるため、退会できません。' }]);
  });
});

describe('the history of the balance', () => {
  afterEach(() => expectEqualLedger(world));

  const earnings = async (query = ''): Promise<{ items: Earning[]; nextCursor: string | null }> =>
    (await organizer().get(`/org/earnings${query}`)).body;
  const sumOf = (items: Earning[], ...states: Earning['state'][]) =>
    items.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0);

  it('is empty without sales, and of no other organizer', async () => {
    await sell(10_000);
    expect((await earnings()).items).toHaveLength(1);
    await world.db.updateTable('payments').set({ seller_id: world.people.adult }).execute();
    expect((await earnings()).items).toEqual([]);
  });

  it('shows the sales of each event after fee and refunds, and payouts; their sums are the balances', async () => {
    await onboard();
    const ended = await sell(10_000);
    await sell(3_000, 'student');
    const refunded = await sell(5_000, 'adult');
    expect((await world.as('adult').delete(`/me/events/${refunded}/participation`)).status).toBe(200);
    await endEvent(ended, 4);
    expect((await transfer(4_000)).status).toBe(201);
    const { items } = await earnings();
    expect(items).toEqual([
      expect.objectContaining({ state: expect.stringMatching(/pending|refunded/), type: 'sales' }),
      expect.objectContaining({ state: expect.stringMatching(/pending|refunded/), type: 'sales' }),
      expect.objectContaining({
        type: 'payout',
        title: '売上の振込',
        amount: 4_000,
        state: 'transferring',
        eventId: null,
      }),
      expect.objectContaining({ eventId: ended, tickets: 1, amount: 9_640, refunded: 0, state: 'settled' }),
    ]);
    expect(items.find(({ state }) => state === 'refunded')).toMatchObject({ tickets: 0, amount: 0, refunded: 5_000 });
    const { availableBalance, pendingBalance } = await account();
    expect(sumOf(items, 'settled') - sumOf(items, 'transferring', 'paid')).toBe(availableBalance);
    expect(sumOf(items, 'pending')).toBe(pendingBalance);
  });

  it('comes in pages without gaps', async () => {
    await sell(2_000);
    await sell(3_000, 'student');
    const first = await earnings('?limit=1');
    const second = await earnings(`?limit=1&cursor=${first.nextCursor}`);
    const ids = [...first.items, ...second.items].map(({ eventId }) => eventId);
    expect([new Set(ids).size, second.nextCursor]).toEqual([2, null]);
  });
});

describe('a transfer', () => {
  afterEach(() => expectEqualLedger(world));

  it('is rejected before the account is ready', async () => {
    await endEvent(await sell(10_000), 4);
    expect((await transfer(9_640)).body.code).toBe('conflict');
  });

  it.each([
    ['less than 1,000 yen', 999],
    ['more than the balance', 9_641],
    ['a fractional amount', 1000.5],
  ])('is rejected for %s', async (_what, amount) => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const answer = await transfer(amount);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['amount']]);
    expect(await account()).toMatchObject({ availableBalance: 9_640 });
  });

  it('deducts from the balance, is sent once the provider has the funds, and appears in the sale history', async () => {
    const accountId = await onboard();
    await endEvent(await sell(10_000), 4);
    await sell(3_000, 'student');
    const { status, body } = await transfer(9_640);
    expect([status, body]).toEqual([201, expect.objectContaining({ type: 'payout', amount: 9_640, state: 'pending' })]);
    expect(await account()).toMatchObject({ availableBalance: 0 });
    await world.runJobs();
    expect((await world.stripe.transfers.list()).data).toEqual([]);

    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * secondsInDay);
    world.clock.advance(3_600_000);
    await world.signInAgain();
    await world.runJobs();
    const [sent, ...others] = (await world.stripe.transfers.list()).data;
    expect([sent?.amount, sent?.destination, others]).toEqual([9_640, accountId, []]);
    const [line] = (await organizer().get('/me/sale-histories')).body.items;
    expect(line).toMatchObject({ id: body.id, title: '売上の振込', amount: 9_640, state: 'paid' });
    expect((await account()).lastTransferAt).not.toBeNull();
    // To the yen: receipts at the provider equal payments minus transfers.
    const { data: entries } = await world.stripe.balanceTransactions.list({ limit: 100 });
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000 + 3_000 - 9_640);
  });

  it('is rejected with the same error on every further attempt that day', async () => {
    await onboard();
    await endEvent(await sell(100_000), 4);
    const codes = [];
    // After five executions on one connection PostgreSQL switches to a generic plan.
    for (let time = 0; time < 8; time += 1) codes.push((await transfer(1_000)).body.code);
    expect(codes).toEqual([undefined, ...Array<string>(7).fill('already')]);
  });

  it('is limited to one per day in Japan', async () => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const answers = await Promise.all([transfer(2_000), transfer(2_000), transfer(2_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['already', 'already']);
    expect(await account()).toMatchObject({ availableBalance: 7_640 });
  });

  it('is not repeated when its answer was lost and it is retried', async () => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const [first, second] = [await transfer(2_000, 'the-same-intent-1'), await transfer(2_000, 'the-same-intent-1')];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(await account()).toMatchObject({ availableBalance: 7_640 });
  });

  it('is not sent twice when the process crashed before recording it, however long ago', async () => {
    const destination = await onboard();
    await endEvent(await sell(10_000), 4);
    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * secondsInDay);
    const { body } = await transfer(2_000);
    // What the crashed process did, with an idempotency key that the provider has forgotten since.
    await world.stripe.transfers.create({ amount: 2_000, currency: 'jpy', destination, transfer_group: body.id });
    await world.runJobs();
    expect((await world.stripe.transfers.list()).data).toHaveLength(1);
    expect((await organizer().get('/me/sale-histories')).body.items[0]).toMatchObject({ state: 'paid' });
  });

  it('returns the amount to the balance when the provider refuses it, and allows another attempt that day', async () => {
    const accountId = await onboard();
    await endEvent(await sell(10_000), 4);
    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * secondsInDay);
    await world.stripe.accounts.del(accountId);
    await transfer(2_000);
    await world.runJobs();
    expect((await organizer().get('/me/sale-histories')).body.items[0]).toMatchObject({
      type: 'payout',
      state: 'failed',
    });
    const balance = await world.db.selectFrom('payouts').select(['state', 'failure_reason']).executeTakeFirstOrThrow();
    expect(balance).toEqual({ state: 'failed', failure_reason: 'resource_missing' });
    expect((await transfer(2_000)).status).toBe(201);
  });
});
