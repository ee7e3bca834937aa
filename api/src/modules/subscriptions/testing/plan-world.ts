import { millisecondsInDay } from 'date-fns/constants';
import type Stripe from 'stripe';

import { type PayingApp, startPayingApp } from '../../../testing/start-paying-app';
import type { TestAnswer } from '../../../testing/start-test-app';
import { readProviderLedger } from '../../payments/ledger/provider-ledger';
import { fillPlans } from '../plans/first-plans';

export type Caller = Parameters<PayingApp['as']>[0];

/** Stripe's test cards. */
const NUMBERS = {
  visa: '4242424242424242',
  /** The same card, entered again. */
  visaAgain: '4242424242424242',
  mastercard: '5555555555554444',
  jcb: '3566002020360505',
  declined: '4000000000000002',
  /** Can be saved but is declined when charged. */
  failing: '4000000000000341',
  /** Requires 3-D Secure for every payment. */
  asking: '4000002760003184',
};
const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];
export type CardName = keyof typeof NUMBERS;

export interface PlanWorld extends PayingApp {
  /** Returns a card as the browser passes it to the provider: the same id for the same name until `clear`. */
  card(name: CardName): Promise<string>;
  subscribe(caller: Caller, card?: CardName, more?: object): Promise<TestAnswer>;
  /** Returns the subscription that the user sees. */
  planOf(caller: Caller): Promise<TestAnswer['body']>;
  me(caller: Caller): Promise<TestAnswer['body']>;
  /** Advances the clocks of provider and product, delivers webhooks and runs due jobs. */
  pass(days: number): Promise<void>;
  /** Completes the 3-D Secure challenge as the user would. */
  answerBank(clientSecret: string, outcome: 'succeed' | 'fail'): Promise<void>;
  /** Returns all of a user's subscriptions at the provider since `clear`. */
  allAtProvider(caller: Exclude<Caller, 'unauthenticated'>): Promise<Stripe.Subscription[]>;
  /** Returns a user's subscription at the provider. */
  atProvider(caller: Exclude<Caller, 'unauthenticated'>): Promise<Stripe.Subscription>;
  /** Returns mails whose subject contains this text. */
  mailsAbout(words: string): Promise<string[]>;
  /** Removes everything that subscribing leaves behind. */
  clear(): Promise<void>;
}

/** Starts the product with its plans and a payment engine with billing. */
export async function startPlanWorld(options: Parameters<typeof startPayingApp>[0] = {}): Promise<PlanWorld> {
  const world = await startPayingApp(options);
  await fillPlans(world.pool);
  const { engine, stripe, clock, db } = world;
  const planOf = async (caller: Caller) => (await world.as(caller).get('/me/subscription')).body.subscription;

  const earlier = new Set<string>();
  /** Payments whose rows `clear` has deleted. */
  const cleared = new Set<string>();
  const cards = new Map<CardName, Promise<string>>();
  async function makeCard(name: CardName): Promise<string> {
    const number = NUMBERS[name];
    const made = await stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 9, exp_year: 2039, cvc: '123' },
    });
    return made.id;
  }
  function card(name: CardName): Promise<string> {
    const known = cards.get(name) ?? makeCard(name);
    cards.set(name, known);
    return known;
  }

  return {
    ...world,
    card,
    planOf,
    async ledger() {
      const { sums, differences } = await world.ledger();
      return { sums, differences: differences.filter(({ id }) => !cleared.has(id)) };
    },
    subscribe: async (caller, name = 'visa', more = {}) => {
      const paymentMethodId = await card(name);
      return world.as(caller).post('/me/subscriptions', { planId: 'plan_standard', paymentMethodId, ...more });
    },
    me: async (caller) => (await world.as(caller).get('/me')).body,
    async pass(days) {
      const ms = Math.round(days * millisecondsInDay);
      clock.advance(ms);
      await engine.actions.advanceClock(ms / 1000);
      await world.signInAgain();
      await world.deliverWebhooks();
    },
    async answerBank(clientSecret, outcome) {
      const id = clientSecret.split('_secret_')[0] ?? '';
      if (id.startsWith('pi_')) await engine.actions.authenticatePaymentIntent(id, outcome);
      else await engine.actions.authenticateSetupIntent(id, outcome);
    },
    async allAtProvider(caller) {
      const all = await stripe.subscriptions.list({ status: 'all', limit: 100 });
      const customers = await stripe.customers.list({ limit: 100 });
      const own = customers.data.filter(({ metadata }) => metadata['user_id'] === world.people[caller]);
      return all.data.filter(({ id, customer }) => !earlier.has(id) && own.some((person) => person.id === customer));
    },
    async atProvider(caller) {
      const { provider_subscription_id: id } = await db
        .selectFrom('subscriptions')
        .select('provider_subscription_id')
        .where('user_id', '=', world.people[caller])
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return stripe.subscriptions.retrieve(id ?? '');
    },
    async mailsAbout(words) {
      const sent = await world.mail.deliver();
      return sent.filter(({ subject }) => subject.includes(words)).map(({ to, text }) => `${String(to)}\n${text}`);
    },
    async clear() {
      cards.clear();
      for await (const { id, status } of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
        earlier.add(id);
        // Its later charges would be missing from our books.
        if (!ENDED.includes(status)) await stripe.subscriptions.cancel(id);
      }
      const { paid, invoices } = await readProviderLedger(stripe);
      for (const { id } of [...paid, ...invoices]) cleared.add(id);
      await db.deleteFrom('payments').where('kind', '=', 'subscription').execute();
      await db.deleteFrom('trial_uses').execute();
      await db.deleteFrom('subscriptions').execute();
      await db.deleteFrom('trial_coupons').execute();
      await db.deleteFrom('payment_customers').execute();
      await db.deleteFrom('rate_limits').where('bucket', 'like', 'coupon:%').execute();
      await db
        .updateTable('users')
        .set({
          is_subscribed: false,
          will_unsubscribed: false,
          subscription_expires_at: null,
          stripe_invoice_status: null,
        })
        .where('id', '<>', world.people.subscriber)
        .execute();
      await world.mail.deliver();
      world.mail.sent.length = 0;
      await world.signInAgain();
    },
  };
}
