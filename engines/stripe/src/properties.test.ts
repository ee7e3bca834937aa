import { secondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import type { Stripe } from 'stripe';

import { aPrice } from './testing/billing';
import { ledger } from './testing/ledger';
import { closeAll, payment, startTestEngine, type TestEngine } from './testing/start-test-engine';

afterEach(closeAll);

/** The allowed transitions of Stripe's payment intents, by state. */
const INTENT_STEPS: Readonly<Record<string, readonly string[]>> = {
  requires_payment_method: [
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'requires_capture',
    'canceled',
  ],
  requires_confirmation: [
    'requires_payment_method',
    'requires_action',
    'processing',
    'succeeded',
    'requires_capture',
    'canceled',
  ],
  requires_action: [
    'requires_payment_method',
    'processing',
    'succeeded',
    'requires_capture',
    'requires_action',
    'canceled',
  ],
  processing: ['succeeded', 'requires_payment_method', 'canceled'],
  requires_capture: ['succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
};
const SUBSCRIPTION_STEPS: Readonly<Record<string, readonly string[]>> = {
  incomplete: ['active', 'incomplete_expired'],
  trialing: ['active', 'past_due', 'canceled'],
  active: ['past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceled: [],
  incomplete_expired: [],
};
const INVOICE_STEPS: Readonly<Record<string, readonly string[]>> = {
  draft: ['open', 'paid', 'void'],
  open: ['paid', 'void', 'uncollectible'],
  uncollectible: ['paid', 'void'],
  paid: [],
  void: [],
};

interface World extends TestEngine {
  readonly account: string;
  readonly customer: string;
  readonly price: string;
  readonly intents: string[];
  readonly subscriptions: string[];
  readonly methods: string[];
}

type Step = (world: World) => Promise<unknown>;

const CARDS = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_threeDSecure2Required', 'pm_card_chargeCustomerFail'];
const pick = <T>(items: readonly T[], place: number): T | undefined => items[place % Math.max(1, items.length)];
const back = 'http://localhost/back';

/** Any API call or page action with possibly invalid arguments: an error response is fine, an illegal state is not. */
const step: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  fc
    .record({
      amount: fc.integer({ min: 40, max: 20_000 }),
      card: fc.nat(3),
      manual: fc.boolean(),
      goesOn: fc.boolean(),
    })
    .map(
      ({ amount, card, manual, goesOn }) =>
        [
          `pay ${amount} ${CARDS[card]} ${manual ? 'manual' : ''} ${goesOn ? 'to the account' : ''}`,
          async ({ stripe, intents, account }: World) => {
            const { id } = await stripe.paymentIntents.create({
              ...payment({ amount, payment_method: CARDS[card], confirm: false, return_url: undefined }),
              capture_method: manual ? 'manual' : 'automatic',
              ...(goesOn
                ? { transfer_data: { destination: account }, application_fee_amount: Math.floor(amount / 10) }
                : {}),
            });
            intents.push(id);
            await stripe.paymentIntents.confirm(id, { return_url: back });
          },
        ] as const,
    ),
  fc.tuple(fc.constantFrom('confirm', 'cancel', 'capture', 'succeed', 'fail'), fc.nat()).map(
    ([action, place]) =>
      [
        `${action} intent ${place}`,
        async ({ stripe, engine, intents }: World) => {
          const id = pick(intents, place) ?? 'pi_none';
          if (action === 'confirm')
            return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: back });
          if (action === 'cancel') return stripe.paymentIntents.cancel(id);
          if (action === 'capture') return stripe.paymentIntents.capture(id, { amount_to_capture: 60 + (place % 500) });
          return engine.actions.authenticatePaymentIntent(id, action === 'fail' ? 'fail' : 'succeed');
        },
      ] as const,
  ),
  fc
    .record({ place: fc.nat(), amount: fc.integer({ min: 1, max: 9000 }), isReversed: fc.boolean() })
    .map(
      ({ place, amount, isReversed }) =>
        [
          `refund ${amount} of ${place}`,
          ({ stripe, intents }: World) =>
            stripe.refunds.create({
              payment_intent: pick(intents, place) ?? 'pi_none',
              amount,
              reverse_transfer: isReversed,
              refund_application_fee: isReversed,
            }),
        ] as const,
    ),
  fc.record({ trial: fc.boolean(), card: fc.nat(3) }).map(
    ({ trial, card }) =>
      [
        `subscribe ${trial ? 'with a trial' : ''} ${CARDS[card]}`,
        async ({ stripe, customer, price, subscriptions }: World) => {
          const method = await stripe.paymentMethods.attach(CARDS[card] ?? '', { customer });
          const { id } = await stripe.subscriptions.create({
            customer,
            items: [{ price }],
            default_payment_method: method.id,
            ...(trial ? { trial_period_days: 5 } : {}),
          });
          subscriptions.push(id);
        },
      ] as const,
  ),
  fc.tuple(fc.constantFrom('cancel', 'end', 'go on', 'new card', 'pay'), fc.nat()).map(
    ([action, place]) =>
      [
        `${action} subscription ${place}`,
        async ({ stripe, customer, subscriptions }: World) => {
          const id = pick(subscriptions, place) ?? 'sub_none';
          if (action === 'cancel') return stripe.subscriptions.cancel(id);
          if (action === 'end') return stripe.subscriptions.update(id, { cancel_at_period_end: true });
          if (action === 'go on') return stripe.subscriptions.update(id, { cancel_at_period_end: false });
          if (action === 'pay') {
            const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id);
            return stripe.invoices.pay(String(invoice));
          }
          const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
          return stripe.subscriptions.update(id, { default_payment_method: card });
        },
      ] as const,
  ),
  fc.tuple(fc.constantFrom('transfer', 'payout', 'account payout'), fc.integer({ min: 1, max: 9000 })).map(
    ([action, amount]) =>
      [
        `${action} ${amount}`,
        ({ stripe, account }: World) => {
          if (action === 'transfer') return stripe.transfers.create({ amount, currency: 'jpy', destination: account });
          return stripe.payouts.create(
            { amount, currency: 'jpy' },
            action === 'payout' ? undefined : { stripeAccount: account },
          );
        },
      ] as const,
  ),
  fc
    .integer({ min: 3600, max: 40 * secondsInDay })
    .map(
      (seconds) => [`${seconds} seconds later`, ({ engine }: World) => engine.actions.advanceClock(seconds)] as const,
    ),
);

async function newWorld(): Promise<World> {
  const test = await startTestEngine();
  const { stripe, engine } = test;
  const { id: account } = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  });
  await engine.actions.completeOnboarding(account);
  const { id: customer } = await stripe.customers.create({ email: 'a@example.jp' });
  const { id: price } = await aPrice(stripe);
  return { ...test, account, customer, price, intents: [], subscriptions: [], methods: [] };
}

/** API errors are part of the walk; anything else is a failure. */
async function walk(world: World, [name, take]: readonly [string, Step]): Promise<void> {
  await take(world).catch((error: unknown) => {
    const { statusCode, status } = error as { statusCode?: number; status?: number };
    const code = statusCode ?? status ?? 500;
    if (code < 400 || code >= 500) throw new Error(`${name}: ${String(error)}`);
  });
}

/** Checks the transitions of each object by its events, which hold snapshots. */
async function checkSteps({ stripe }: World): Promise<void> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event);
  const rules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    payment_intent: INTENT_STEPS,
    subscription: SUBSCRIPTION_STEPS,
    invoice: INVOICE_STEPS,
  };
  const last = new Map<string, string>();
  for (const { data } of events) {
    const { id, object, status } = data.object as { id: string; object: string; status: string };
    const before = last.get(id);
    const steps = rules[object];
    if (!steps) continue;
    if (before !== undefined && before !== status && !steps[before]?.includes(status))
      throw new Error(`A ${object} went from ${before} to ${status}.`);
    last.set(id, status);
  }
}

it('no random walk through payments, refunds, subscriptions and payouts reaches an illegal state or loses a yen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = await newWorld();
      for (const each of steps) await walk(world, each);
      await checkSteps(world);
      for (const account of [undefined, world.account]) {
        const { byObjects, byBalance, charges } = await ledger(world.stripe, account);
        expect(byBalance).toBe(byObjects);
        for (const charge of charges) expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount);
      }
      await world.engine.close();
    }),
    { numRuns: 40, endOnFailure: false },
  );
}, 120_000);
