import { getUnixTime, subDays } from 'date-fns';
import type { Pool, PoolClient } from 'pg';
import type Stripe from 'stripe';

import type { PlanToSell } from '../modules/subscriptions/provider/provider-subscription';
import {
  createSubscriptionProvider,
  type SubscriptionProvider,
} from '../modules/subscriptions/provider/subscription-provider';
import { columnsOf } from '../modules/subscriptions/subscription-state';
import type { SubscriptionRow } from '../modules/subscriptions/subscriptions.repository';
import type { PaymentsEnv } from '../payments-env';
import { createStripeClient } from '../platform/stripe/stripe-client';
import type { DemoPermission } from './demo-permission';
import { deterministicId } from './plan/deterministic';
import { changeDemo, updateRows } from './write-rows';

const TRIAL_DAYS = 14;
/** Days since the trial ended and the first charge failed. */
const UNPAID_DAYS = 4;
/** Attaches to a customer; every charge fails. */
const FAILING_CARD = { number: '4000000000000341', exp_month: 9, exp_year: 2039, cvc: '123' };
/** How often the provider is asked whether its test clock has arrived, and the delay between, in milliseconds. */
const CLOCK_CHECKS = 200;
const CLOCK_CHECK_MS = 50;

type Owner = SubscriptionRow & Pick<PlanToSell, 'name' | 'price' | 'interval'> & { nickname: string; email: string };

interface UnpaidPlanOptions {
  pool: Pool;
  now: Date;
  permission: DemoPermission;
  /** The embedded provider. */
  payments: Pick<PaymentsEnv, 'secretKey' | 'apiUrl'>;
}

/**
 * Gives the demo user whose card is declined a plan at the embedded provider, with an open invoice that another card
 * pays. Does nothing when the user has left the seeded plan.
 */
export async function fillUnpaidPlan({ pool, now, payments }: UnpaidPlanOptions): Promise<{ isFilled: boolean }> {
  return changeDemo(pool, async (client) => {
    const { rows } = await client.query<Owner>(
      `select s.*, p.name, p.price, p."interval", u.nickname, u.email from subscriptions s
       join plans p on p.id = s.plan_id join users u on u.id = s.user_id
       where s.id = $1 and s.provider = 'google_play' and u.is_demo and u.state <> 'withdrawn'`,
      [deterministicId('sub', 'unpaid')],
    );
    const [owner] = rows;
    if (!owner) return { isFilled: false };
    const stripe = createStripeClient(payments);
    await write(client, owner, await subscribe(stripe, createSubscriptionProvider(payments), owner, now), now);
    return { isFilled: true };
  });
}

interface Subscribed {
  provider: SubscriptionProvider;
  customerId: string;
  cardId: string;
  subscriptionId: string;
}

/** Subscribes on a test clock that starts in the past, so that the provider itself makes the failing charges. */
async function subscribe(
  stripe: Stripe,
  provider: SubscriptionProvider,
  { id, user_id: userId, plan_id: planId, name, price, interval, nickname, email }: Owner,
  now: Date,
): Promise<Subscribed> {
  const seconds = (daysAgo: number) => getUnixTime(subDays(now, daysAgo));
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(TRIAL_DAYS + UNPAID_DAYS) });
  const customer = await stripe.customers.create({
    name: nickname,
    email,
    test_clock: clock.id,
    metadata: { user_id: userId },
  });
  const { id: cardId } = await stripe.paymentMethods.create({ type: 'card', card: FAILING_CARD });
  await stripe.paymentMethods.attach(cardId, { customer: customer.id });
  const made = await provider.createSubscription({
    subscriptionId: id,
    customerId: customer.id,
    priceId: await provider.ensurePrice({ id: planId, name, price, interval }),
    paymentMethodId: cardId,
    trialDays: TRIAL_DAYS,
  });
  if (!made) throw new Error('The provider has declined the plan of the demo');
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds(0) });
  await arrival(stripe, clock.id);
  return { provider, customerId: customer.id, cardId, subscriptionId: made.id };
}

/** Waits until the provider has processed everything up to the new time of a test clock. */
async function arrival(stripe: Stripe, clockId: string): Promise<void> {
  for (let check = 0; check < CLOCK_CHECKS; check += 1) {
    if ((await stripe.testHelpers.testClocks.retrieve(clockId)).status === 'ready') return;
    await new Promise((resolve) => {
      setTimeout(resolve, CLOCK_CHECK_MS);
    });
  }
  throw new Error(`The test clock ${clockId} does not arrive`);
}

/** Writes what the webhooks will find unchanged: card, subscription and the flags of the user. */
async function write(client: PoolClient, owner: Owner, subscribed: Subscribed, now: Date): Promise<void> {
  const { provider, customerId, cardId, subscriptionId } = subscribed;
  const subscription = await provider.retrieve(subscriptionId);
  const card = await provider.findCard(cardId);
  const intentId = subscription.invoice?.intentId;
  const attempts = intentId ? await provider.attemptsOf(intentId) : [];
  const row = { ...owner, trial_days: TRIAL_DAYS, trial_ends_at: null };
  const columns = columnsOf(row, { subscription, step: null, planId: null, attempts }, now);
  const id = { id: owner.id };
  await updateRows(client, 'subscriptions', [
    { ...id, provider: 'stripe', payment_method_id: cardId, trial_days: TRIAL_DAYS, ...columns },
  ]);
  await client.query(
    `insert into payment_customers (user_id, provider_customer_id, payment_method_id, card_brand, card_last4, card_exp_month,
       card_exp_year, card_fingerprint, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      owner.user_id,
      customerId,
      cardId,
      card?.brand,
      card?.last4,
      card?.expMonth,
      card?.expYear,
      card?.fingerprint,
      now,
    ],
  );
  await client.query(
    `update users set stripe_invoice_status = $2, subscription_expires_at = $3, is_subscribed = true where id = $1`,
    [owner.user_id, columns.invoice_status, columns.grace_ends_at],
  );
}
