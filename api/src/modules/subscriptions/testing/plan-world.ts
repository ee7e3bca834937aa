import type Stripe from 'stripe';

import { type PayingApp, startPayingApp } from '../../../testing/start-paying-app';
import type { TestAnswer } from '../../../testing/start-test-app';
import { fillPlans } from '../plans/first-plans';

export const DAY_MS = 86_400_000;
export type Caller = Parameters<PayingApp['as']>[0];

/** Test cards of Stripe's. */
const NUMBERS = {
  visa: '4242424242424242',
  /** The same card, given once more. */
  visaAgain: '4242424242424242',
  mastercard: '5555555555554444',
  jcb: '3566002020360505',
  declined: '4000000000000002',
  /** Can be kept, and is declined when it is charged. */
  failing: '4000000000000341',
  /** The bank asks at every payment. */
  asking: '4000002760003184',
};
export type CardName = keyof typeof NUMBERS;

export interface PlanWorld extends PayingApp {
  /** A card as the browser gives it to the provider: the same id for the same name until `clear`. */
  card(name: CardName): Promise<string>;
  subscribe(caller: Caller, card?: CardName, more?: object): Promise<TestAnswer>;
  /** What the person sees of the plan. */
  planOf(caller: Caller): Promise<TestAnswer['body']>;
  me(caller: Caller): Promise<TestAnswer['body']>;
  /** Time passes for the provider and for the product; webhooks come and what is due is done. */
  pass(days: number): Promise<void>;
  /** The end of the bank's challenge, as the person answers it. */
  answerBank(clientSecret: string, outcome: 'succeed' | 'fail'): Promise<void>;
  /** Every subscription that the provider has made for somebody since `clear`. */
  allAtProvider(caller: Exclude<Caller, 'nobody'>): Promise<Stripe.Subscription[]>;
  /** The provider's subscription of somebody. */
  atProvider(caller: Exclude<Caller, 'nobody'>): Promise<Stripe.Subscription>;
  /** Mails whose subject holds these words. */
  mailsAbout(words: string): Promise<string[]>;
  /** Takes everything away that subscribing leaves. */
  clear(): Promise<void>;
}

/** The product with its plans, beside an engine that bills. */
export async function startPlanWorld(options: Parameters<typeof startPayingApp>[0] = {}): Promise<PlanWorld> {
  const world = await startPayingApp(options);
  await fillPlans(world.pool);
  const { engine, stripe, clock, db } = world;
  const planOf = async (caller: Caller) => (await world.as(caller).get('/me/subscription')).body.subscription;

  const earlier = new Set<string>();
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
    subscribe: async (caller, name = 'visa', more = {}) => {
      const paymentMethodId = await card(name);
      return world.as(caller).post('/me/subscriptions', { planId: 'plan_standard', paymentMethodId, ...more });
    },
    me: async (caller) => (await world.as(caller).get('/me')).body,
    async pass(days) {
      const ms = Math.round(days * DAY_MS);
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
      for await (const { id } of stripe.subscriptions.list({ status: 'all', limit: 100 })) earlier.add(id);
      await db.deleteFrom('payments').where('kind', '=', 'subscription').execute();
      await db.deleteFrom('trial_uses').execute();
      await db.deleteFrom('subscriptions').execute();
      await db.deleteFrom('trial_coupons').execute();
      await db.deleteFrom('payment_customers').execute();
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
