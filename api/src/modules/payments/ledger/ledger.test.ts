import { addMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

import { runStaffCommand } from '../../../staff';
import { insertCategories, insertEvent, insertTicketType } from '../../../testing/rows';
import { type PayingApp, startPayingApp } from '../../../testing/start-paying-app';
import { fillPlans } from '../../subscriptions/plans/first-plans';

// Two tickets bought and one refunded, one subscription, and one transfer to an organizer.

const PRICE = 1500;
const PLAN_PRICE = 1000;
let world: PayingApp;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
  await fillPlans(world.pool);
  for (const buyer of ['adult', 'otherAdult'] as const) await buy(buyer);
  const { id: card } = await world.stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 9, exp_year: 2039, cvc: '123' },
  });
  const plan = { planId: 'plan_standard', paymentMethodId: card, trialDays: 0 };
  expect((await world.as('adult').post('/me/subscriptions', plan)).status).toBe(201);
  await transfer();
});
afterAll(() => world.close());

async function buy(buyer: 'adult' | 'otherAdult'): Promise<void> {
  const now = world.clock.now();
  const event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: addMinutes(now, 10 * minutesInDay),
  });
  const ticketTypeId = await insertTicketType(world.db, { event_id: event, price: PRICE });
  const as = world.as(buyer);
  const { body } = await as.post(`/me/events/${event}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
  expect((await as.post(`/me/events/${event}/participation`, { ticketTypeId, paymentIntentId })).status).toBe(201);
  if (buyer === 'otherAdult') expect((await as.delete(`/me/events/${event}/participation`)).status).toBe(200);
}

async function transfer(): Promise<void> {
  const { id: account } = await world.stripe.accounts.create({
    type: 'express',
    country: 'JP',
    capabilities: { transfers: { requested: true } },
  });
  await world.engine.actions.completeOnboarding(account);
  await world.engine.actions.advanceClock(5 * minutesInDay * 60);
  const made = await world.stripe.transfers.create({ amount: 1000, currency: 'jpy', destination: account });
  const now = world.clock.now();
  await world.db
    .insertInto('payouts')
    .values({
      id: 'pyo_ledger',
      user_id: world.people.professional,
      amount: 1000,
      day: '2026-01-01',
      state: 'paid',
      provider_transfer_id: made.id,
      // Keeps the transfer id so that a case below can restore it.
      failure_reason: made.id,
      created_at: now,
      done_at: now,
    })
    .execute();
}

const staff = () => runStaffCommand(['ledger'], { env: world.env, who: 'sato' });

it('reports no differences between provider and sale histories', async () => {
  expect(await world.ledger()).toEqual({
    sums: {
      paid: { provider: 2 * PRICE + PLAN_PRICE, books: 2 * PRICE + PLAN_PRICE },
      invoices: { provider: PLAN_PRICE, books: PLAN_PRICE },
      refunded: { provider: PRICE, books: PRICE },
      transferred: { provider: 1000, books: 1000 },
    },
    differences: [],
  });
});

it('prints the totals of both sides for staff', async () => {
  expect((await staff()).split('\n')).toEqual([
    'paid        provider 4,000 yen, books 4,000 yen',
    'of it plans provider 1,000 yen, books 1,000 yen',
    'refunded    provider 1,500 yen, books 1,500 yen',
    'transferred provider 1,000 yen, books 1,000 yen',
    'They agree.',
  ]);
});

it.each([
  {
    what: 'a payment without a ledger entry',
    wrong: "payments set state = 'cancelled', paid_at = null where kind = 'ticket' and refunded = 0",
    right: "payments set state = 'paid', paid_at = created_at where state = 'cancelled'",
    account: 'paid',
    amounts: { provider: PRICE, books: null },
  },
  {
    what: 'a plan payment booked with a different amount',
    wrong: "payments set amount = 999 where kind = 'subscription'",
    right: "payments set amount = 1000 where kind = 'subscription'",
    account: 'invoices',
    amounts: { provider: PLAN_PRICE, books: 999 },
  },
  {
    what: 'a refund without a ledger entry',
    wrong: "refunds set state = 'failed'",
    right: "refunds set state = 'paid'",
    account: 'refunded',
    amounts: { provider: PRICE, books: null },
  },
  {
    what: 'a transfer unknown to the provider',
    wrong: "payouts set provider_transfer_id = 'tr_unknown'",
    right: 'payouts set provider_transfer_id = failure_reason',
    account: 'transferred',
    amounts: { provider: null, books: 1000 },
  },
])('reports $what', async ({ wrong, right, account, amounts }) => {
  await world.pool.query(`update ${wrong}`);
  const { differences } = await world.ledger();
  const report = await staff().catch((error: Error) => error.message);
  await world.pool.query(`update ${right}`);
  const mine = differences.find((each) => each.account === account && each.provider === amounts.provider);
  expect(mine).toMatchObject(amounts);
  expect(report).toContain('They do not agree:');
  expect(report).toContain(mine?.id);
  expect((await world.ledger()).differences).toEqual([]);
});
