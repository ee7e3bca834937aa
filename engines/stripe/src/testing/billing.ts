import type { Stripe } from 'stripe';

import type { TestEngine } from './start-test-engine';

/** Creates a customer on a test clock at the engine's own time, with a card that succeeds. */
export async function aCustomer({ stripe, clock }: TestEngine, card = 'pm_card_visa') {
  const testClock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(clock.now / 1000) });
  const { id } = await stripe.customers.create({ email: 'a@example.jp', test_clock: testClock.id });
  const method = await stripe.paymentMethods.attach(card, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  return { customer: id, method: method.id, clockId: testClock.id };
}

/** Advances a test clock and waits until it is ready. */
export async function advance({ stripe, engine }: TestEngine, clockId: string, seconds: number): Promise<void> {
  const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clockId);
  await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: now + seconds });
  await engine.runDue();
  const { status } = await stripe.testHelpers.testClocks.retrieve(clockId);
  if (status !== 'ready') throw new Error(`The clock is ${status}.`);
}

/** Creates a price, by default 980 yen a month. */
export function aPrice(stripe: Stripe, changed: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> {
  return stripe.prices.create({
    currency: 'jpy',
    unit_amount: 980,
    recurring: { interval: 'month' },
    product_data: { name: 'プレミアム' },
    ...changed,
  });
}

export const periodOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
};
