import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { aCustomer, advance, aPrice, periodOf } from '../testing/billing';
import { closeAll, refusal, startTestEngine } from '../testing/start-test-engine';
import { monthsLater } from './periods';

afterEach(closeAll);

async function setUp(card?: string) {
  const test = await startTestEngine();
  const [who, price] = [await aCustomer(test, card), await aPrice(test.stripe)];
  const subscribe = (changed: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    test.stripe.subscriptions.create({ customer: who.customer, items: [{ price: price.id }], ...changed });
  const invoices = async () => (await test.stripe.invoices.list({ customer: who.customer })).data;
  const typesOf = async () => (await test.stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
  const go = (seconds: number) => advance(test, who.clockId, seconds);
  return { ...test, ...who, price, subscribe, invoices, typesOf, go };
}

describe('a subscription', () => {
  it('starts with an invoice that is paid immediately', async () => {
    const { subscribe } = await setUp();
    const subscription = await subscribe({ expand: ['latest_invoice.payments'] });
    expect(subscription.status).toBe('active');
    const { start, end } = periodOf(subscription);
    expect(end).toBe(monthsLater(start, 1));
    expect(subscription.latest_invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 980,
      parent: { subscription_details: { subscription: subscription.id } },
      payments: { data: [{ status: 'paid', amount_paid: 980, payment: { type: 'payment_intent' } }] },
    });
  });

  it('renews monthly with a draft for an hour that is then paid', async () => {
    const { subscribe, invoices, go, stripe } = await setUp();
    const { id, items } = await subscribe();
    const end = items.data[0]?.current_period_end ?? 0;
    await go(end - (items.data[0]?.current_period_start ?? 0));
    expect((await invoices()).map(({ status }) => status)).toEqual(['draft', 'paid']);
    expect(periodOf(await stripe.subscriptions.retrieve(id)).start).toBe(end);
    await go(3600);
    const [renewal] = await invoices();
    expect(renewal).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle', amount_paid: 980 });
    expect(renewal?.lines.data[0]?.period).toEqual({ start: end, end: monthsLater(end, 1) });
    await go(95 * secondsInDay);
    expect(await invoices()).toHaveLength(5);
    // Each payment carries the time of its renewal, not the time at which the clock was advanced.
    const payments = await stripe.paymentIntents.list({ limit: 10 });
    const finalized = (await invoices()).map(({ status_transitions: times }) => times.finalized_at);
    expect(payments.data.map(({ created }) => created)).toEqual(finalized);
  });

  it('also renews on the engine’s own clock', async () => {
    const test = await startTestEngine();
    const { stripe, engine } = test;
    const { id: customer } = await stripe.customers.create({ email: 'a@example.jp' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { id: price } = await aPrice(stripe, { recurring: { interval: 'year' } });
    await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: method.id });
    await engine.actions.advanceClock(367 * secondsInDay);
    expect((await stripe.invoices.list({ customer, status: 'paid' })).data).toHaveLength(2);
  });

  it('is free in a trial, announces its end and is paid afterwards', async () => {
    const { subscribe, invoices, go, stripe, typesOf } = await setUp();
    const subscription = await subscribe({ trial_period_days: 14 });
    expect(subscription.status).toBe('trialing');
    expect((await invoices()).map(({ status, total }) => [status, total])).toEqual([['paid', 0]]);
    await go(10 * secondsInDay);
    expect(await typesOf()).not.toContain('customer.subscription.trial_will_end');
    await go(2 * secondsInDay);
    expect(await typesOf()).toContain('customer.subscription.trial_will_end');
    await go(2 * secondsInDay + 3600);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await invoices()).map(({ status, total }) => [status, total])).toEqual([
      ['paid', 980],
      ['paid', 0],
    ]);
  });

  it('charges a new interval from the end of the paid period when a trial lasts until then', async () => {
    const { subscribe, stripe, go, invoices } = await setUp();
    const { id, items } = await subscribe();
    const year = await aPrice(stripe, { recurring: { interval: 'year' } });
    const [item] = items.data;
    const end = item?.current_period_end ?? 0;
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: item?.id ?? '', price: year.id }],
      proration_behavior: 'none',
      trial_end: end,
    });
    expect([changed.status, periodOf(changed).end, (await invoices()).length]).toEqual(['trialing', end, 1]);
    await go(end - (item?.current_period_start ?? 0) + 3600);
    const renewed = await stripe.subscriptions.retrieve(id);
    expect([renewed.status, periodOf(renewed).end]).toEqual(['active', monthsLater(end, 12)]);
    expect(await invoices()).toHaveLength(2);
  });

  it('waits for its first payment with default_incomplete and becomes active on confirmation', async () => {
    const { stripe, customer, price, typesOf } = await setUp();
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(subscription.status).toBe('incomplete');
    const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
    const paid = await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', {
      payment_method: 'pm_card_mastercard',
    });
    expect(paid.status).toBe('succeeded');
    const running = await stripe.subscriptions.retrieve(subscription.id);
    expect(running).toMatchObject({ status: 'active', default_payment_method: paid.payment_method });
    expect(await typesOf()).toEqual(expect.arrayContaining(['invoice.paid', 'customer.subscription.updated']));
  });

  it('expires when the first payment is not made within 23 hours', async () => {
    const { subscribe, stripe, go, invoices } = await setUp();
    const { id } = await subscribe({ payment_behavior: 'default_incomplete' });
    await go(23 * 3600);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired');
    expect((await invoices())[0]?.status).toBe('void');
  });

  it('is not created when its first payment fails with error_if_incomplete', async () => {
    const { subscribe, stripe, invoices } = await setUp('pm_card_chargeCustomerFail');
    const error = await refusal(subscribe({ payment_behavior: 'error_if_incomplete' }));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect(await invoices()).toEqual([]);
  });

  it('sets up a card in a trial and charges it afterwards', async () => {
    const { stripe, price, go } = await setUp();
    const clock = (await stripe.testHelpers.testClocks.list()).data[0]?.id ?? '';
    const { id: customer } = await stripe.customers.create({ test_clock: clock });
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      trial_period_days: 7,
      payment_behavior: 'default_incomplete',
      expand: ['pending_setup_intent'],
    });
    const setup = subscription.pending_setup_intent as Stripe.SetupIntent;
    await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_jcb' });
    const withCard = await stripe.subscriptions.retrieve(subscription.id);
    expect(withCard.pending_setup_intent).toBeNull();
    expect(withCard.default_payment_method).toMatch(/^pm_/);
    await go(7 * secondsInDay + 3600);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });
});

describe('a failed renewal', () => {
  async function unpaid() {
    const test = await setUp();
    const subscription = await test.subscribe();
    const bad = await test.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: test.customer });
    await test.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
    await test.go(31 * secondsInDay);
    return { ...test, id: subscription.id };
  }

  it('leaves the invoice open and the subscription past due, and schedules a retry', async () => {
    const { stripe, id, invoices, typesOf } = await unpaid();
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    const [invoice] = await invoices();
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 980 });
    expect(invoice?.next_payment_attempt).toBeGreaterThan(invoice?.created ?? 0);
    expect(await typesOf()).toContain('invoice.payment_failed');
  });

  it('is retried eight times within 14 days, then the subscription ends and the invoice stays open', async () => {
    const { stripe, id, invoices, go } = await unpaid();
    await go(13 * secondsInDay);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    await go(2 * secondsInDay);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect((await invoices())[0]).toMatchObject({ status: 'open', attempt_count: 9, next_payment_attempt: null });
    await go(60 * secondsInDay);
    expect(await invoices()).toHaveLength(2);
  });

  it('recovers when the open invoice is paid with a new card', async () => {
    const { stripe, id, invoices, customer } = await unpaid();
    const [open] = await invoices();
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const paid = await stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
    expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect(await refusal(stripe.invoices.pay(paid.id))).toMatchObject({ statusCode: 400 });
  });

  it('keeps the invoice open when the new card is declined', async () => {
    const { stripe, invoices } = await unpaid();
    const [open] = await invoices();
    expect(await refusal(stripe.invoices.pay(open?.id ?? ''))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    expect((await invoices())[0]).toMatchObject({ status: 'open', attempt_count: 2 });
  });

  it('is collected by the next attempt after the card was replaced', async () => {
    const { stripe, id, invoices, go, customer } = await unpaid();
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.subscriptions.update(id, { default_payment_method: card.id });
    await go(secondsInDay);
    expect((await invoices())[0]?.status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });
});

describe('cancellation of a subscription', () => {
  it('takes effect at the period end when requested and can be undone', async () => {
    const { subscribe, stripe, go, typesOf } = await setUp();
    const { id } = await subscribe();
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ cancel_at_period_end: true, cancel_at: periodOf(ending).end, status: 'active' });
    const back = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await go(32 * secondsInDay);
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: periodOf(ending).end });
    expect(await typesOf()).toContain('customer.subscription.deleted');
    expect((await stripe.subscriptions.list()).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  it('takes effect immediately when it is canceled', async () => {
    const { subscribe, stripe } = await setUp();
    const { id } = await subscribe();
    const canceled = await stripe.subscriptions.cancel(id, { cancellation_details: { comment: '引っ越し' } });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_details: { comment: '引っ越し' } });
    expect(await refusal(stripe.subscriptions.cancel(id))).toMatchObject({ statusCode: 404 });
  });

  it('follows the deletion of the customer', async () => {
    const { subscribe, stripe, customer } = await setUp();
    const { id } = await subscribe();
    await stripe.customers.del(customer);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });
});

describe('subscription updates', () => {
  it('apply a new price from the next period without prorations', async () => {
    const { subscribe, stripe, go, invoices } = await setUp();
    const { id, items } = await subscribe();
    const dearer = await aPrice(stripe, { unit_amount: 1980 });
    const item = { id: items.data[0]?.id, price: dearer.id };
    expect(await refusal(stripe.subscriptions.update(id, { items: [item] }))).toMatchObject({
      param: 'proration_behavior',
    });
    await stripe.subscriptions.update(id, { items: [item], proration_behavior: 'none' });
    expect(await invoices()).toHaveLength(1);
    await go(32 * secondsInDay);
    expect((await invoices())[0]?.amount_paid).toBe(1980);
  });

  it('bill immediately when the interval changes', async () => {
    const { subscribe, stripe, invoices } = await setUp();
    const { id, items } = await subscribe();
    const yearly = await aPrice(stripe, { unit_amount: 9800, recurring: { interval: 'year' } });
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id, price: yearly.id }],
      proration_behavior: 'none',
    });
    const { start, end } = periodOf(changed);
    expect(end).toBe(monthsLater(start, 12));
    expect((await invoices())[0]).toMatchObject({
      status: 'paid',
      amount_paid: 9800,
      billing_reason: 'subscription_update',
    });
  });

  it('can end a trial immediately', async () => {
    const { subscribe, stripe, invoices } = await setUp();
    const { id } = await subscribe({ trial_period_days: 30 });
    expect((await stripe.subscriptions.update(id, { trial_end: 'now' })).status).toBe('active');
    expect((await invoices())[0]?.amount_paid).toBe(980);
  });
});

describe('coupons and codes', () => {
  it.each([
    ['once', { duration: 'once' as const }, [490, 980, 980]],
    ['for two months', { duration: 'repeating' as const, duration_in_months: 2 }, [490, 490, 980]],
    ['forever', { duration: 'forever' as const }, [490, 490, 490]],
  ])('halve the price %s', async (_how, terms, amounts) => {
    const { subscribe, stripe, go, invoices } = await setUp();
    const coupon = await stripe.coupons.create({ percent_off: 50, ...terms });
    const { discounts } = await subscribe({ discounts: [{ coupon: coupon.id }], expand: ['discounts.source.coupon'] });
    expect(discounts[0]).toMatchObject({ source: { coupon: { percent_off: 50 } } });
    await go(32 * secondsInDay);
    await go(31 * secondsInDay);
    expect((await invoices()).map(({ amount_paid: paid }) => paid).reverse()).toEqual(amounts);
  });

  it('can be redeemed by code only as often as allowed', async () => {
    const { subscribe, stripe } = await setUp();
    const coupon = await stripe.coupons.create({ id: 'SUMMER', amount_off: 300, currency: 'jpy', duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'NATSU',
      max_redemptions: 1,
    });
    const [found] = (await stripe.promotionCodes.list({ code: 'NATSU', active: true })).data;
    expect(found?.id).toBe(code.id);
    const subscription = await subscribe({ discounts: [{ promotion_code: code.id }], expand: ['latest_invoice'] });
    expect(subscription.latest_invoice).toMatchObject({ subtotal: 980, total: 680, amount_paid: 680 });
    expect((await stripe.coupons.retrieve('SUMMER')).times_redeemed).toBe(1);
    expect(await refusal(subscribe({ discounts: [{ promotion_code: code.id }] }))).toMatchObject({ statusCode: 400 });
  });

  it('are rejected once expired', async () => {
    const { subscribe, stripe, engine, clock } = await setUp();
    const coupon = await stripe.coupons.create({
      percent_off: 10,
      redeem_by: Math.floor(clock.now / 1000) + secondsInDay,
    });
    await engine.actions.advanceClock(secondsInDay);
    expect((await stripe.coupons.retrieve(coupon.id)).valid).toBe(false);
    expect(await refusal(subscribe({ discounts: [{ coupon: coupon.id }] }))).toMatchObject({ code: 'coupon_expired' });
  });
});

describe('invoices', () => {
  it('are created from invoice items, finalized, and paid or voided', async () => {
    const { stripe, customer } = await setUp();
    await stripe.invoiceItems.create({ customer, amount: 500, currency: 'jpy', description: '教材' });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 300, currency: 'jpy' });
    expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ status: 'draft', total: 800, number: null });
    const open = await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
    expect(open.status).toBe('open');
    expect(open.number).toMatch(/-0001$/);
    expect(await stripe.invoices.pay(open.id)).toMatchObject({ status: 'paid', amount_paid: 800 });
    expect(await refusal(stripe.invoices.voidInvoice(open.id))).toMatchObject({ statusCode: 400 });
    await stripe.invoiceItems.create({ customer, amount: 100, currency: 'jpy' });
    const other = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    await stripe.invoices.finalizeInvoice(other.id);
    expect((await stripe.invoices.voidInvoice(other.id)).status).toBe('void');
  });

  it('carry over amounts below the minimum charge', async () => {
    const { stripe, customer } = await setUp();
    const bill = async (amount: number) => {
      await stripe.invoiceItems.create({ customer, amount, currency: 'jpy' });
      const { id } = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
      await stripe.invoices.finalizeInvoice(id);
      return stripe.invoices.retrieve(id);
    };
    expect(await bill(30)).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 30 });
    expect(await bill(100)).toMatchObject({ status: 'open', amount_due: 130, starting_balance: 30 });
  });
});

it('a renewal that requires 3-D Secure waits for the customer', async () => {
  const { subscribe, stripe, engine, go, invoices, customer, typesOf } = await setUp();
  const { id } = await subscribe();
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
  await stripe.subscriptions.update(id, { default_payment_method: card.id });
  await go(32 * secondsInDay);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  expect(await typesOf()).toContain('invoice.payment_action_required');
  const [open] = await invoices();
  const { data } = await stripe.invoicePayments.list({ invoice: open?.id });
  await engine.actions.authenticatePaymentIntent(String(data[0]?.payment.payment_intent), 'succeed');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});
