import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import type { PageActions } from '../pages/page-actions';

const RETURN_URL = 'http://localhost/back';

/** Makes every call that the engine supports, each with its parameters, in a valid order. */
export async function tour(stripe: Stripe, actions: PageActions): Promise<void> {
  const customer = await customers(stripe);
  await payments(stripe, customer);
  await konbini(stripe, actions);
  await setups(stripe, customer);
  await billing(stripe, customer);
  await connect(stripe, actions);
  await clocksAndEvents(stripe);
  await stripe.customers.del(customer);
}

async function customers(stripe: Stripe): Promise<string> {
  const address = { country: 'JP', postal_code: '1000001', state: '東京都', city: '千代田区', line1: '1-1' };
  const { id } = await stripe.customers.create({
    email: 'a@example.jp',
    name: '山田 花子',
    phone: '0312345678',
    description: '生徒',
    address,
    shipping: { name: '山田 花子', address },
    preferred_locales: ['ja'],
    metadata: { user: '1' },
  });
  await stripe.customers.update(id, { name: '田中 花子', metadata: { user: '' } });
  await stripe.customers.retrieve(id);
  await stripe.customers.list({ email: 'a@example.jp', limit: 3, created: { gte: 1 } });
  const made = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_visa' },
    billing_details: { name: '山田 花子', email: 'a@example.jp' },
    metadata: { a: '1' },
  });
  await stripe.paymentMethods.retrieve(made.id);
  await stripe.paymentMethods.attach(made.id, { customer: id });
  await stripe.paymentMethods.update(made.id, {
    billing_details: { name: '花子' },
    card: { exp_month: 1, exp_year: 2040 },
  });
  await stripe.paymentMethods.list({ customer: id, type: 'card' });
  await stripe.customers.listPaymentMethods(id, { type: 'card', limit: 5 });
  await stripe.customers.retrievePaymentMethod(id, made.id);
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: made.id } });
  const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: id });
  await stripe.paymentMethods.detach(other.id);
  return id;
}

async function payments(stripe: Stripe, customer: string): Promise<void> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: 3000,
      currency: 'jpy',
      customer,
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      description: 'チケット',
      receipt_email: 'a@example.jp',
      setup_future_usage: 'off_session',
      statement_descriptor_suffix: 'EVENT',
      transfer_group: 'event_1',
      metadata: { sale: '1' },
    },
    { idempotencyKey: 'tour-1' },
  );
  await stripe.paymentIntents.update(intent.id, {
    amount: 2500,
    description: 'チケット 1 枚',
    metadata: { sale: '2' },
  });
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    return_url: RETURN_URL,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  });
  await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction', 'payment_method'] });
  await stripe.paymentIntents.list({ customer, limit: 2 });
  const held = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'jpy',
    confirm: true,
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
  });
  await stripe.paymentIntents.capture(held.id, { amount_to_capture: 800 });
  const { data: charges } = await stripe.charges.list({ payment_intent: intent.id });
  const charge = charges[0]?.id ?? '';
  await stripe.charges.retrieve(charge);
  await stripe.charges.update(charge, { description: 'チケット', metadata: { a: '1' } });
  await refunds(stripe, intent.id, charge);
  const entries = await stripe.balanceTransactions.list({ type: 'charge', limit: 5 });
  await stripe.balanceTransactions.retrieve(entries.data[0]?.id ?? '');
  await stripe.balance.retrieve();
}

async function refunds(stripe: Stripe, intent: string, charge: string): Promise<void> {
  const refund = await stripe.refunds.create({
    payment_intent: intent,
    amount: 500,
    reason: 'requested_by_customer',
    metadata: { sale: '1' },
  });
  await stripe.refunds.create({ charge, amount: 100 });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.update(refund.id, { metadata: { a: '1' } });
  await stripe.refunds.list({ payment_intent: intent, limit: 10 });
}

async function konbini(stripe: Stripe, actions: PageActions): Promise<void> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: 1000,
    currency: 'jpy',
    confirm: true,
    allowed_payment_method_types: ['konbini', 'paypay'],
    payment_method_data: { type: 'konbini', billing_details: { name: '花子', email: 'a@example.jp' } },
    payment_method_options: { konbini: { expires_after_days: 3, product_description: 'チケット' } },
    return_url: RETURN_URL,
  };
  const abandoned = await stripe.paymentIntents.create(params);
  await stripe.paymentIntents.cancel(abandoned.id, { cancellation_reason: 'abandoned' });
  const paid = await stripe.paymentIntents.create(params);
  await actions.payAtTheShop(paid.id);
  const refund = await stripe.refunds.create({ payment_intent: paid.id, instructions_email: 'a@example.jp' });
  await stripe.refunds.cancel(refund.id);
}

async function setups(stripe: Stripe, customer: string): Promise<void> {
  const setup = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { a: '1' },
  });
  await stripe.setupIntents.update(setup.id, { description: 'カード', metadata: { a: '2' } });
  await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa', return_url: RETURN_URL });
  await stripe.setupIntents.retrieve(setup.id);
  await stripe.setupIntents.list({ customer });
  const other = await stripe.setupIntents.create({ customer });
  await stripe.setupIntents.cancel(other.id, { cancellation_reason: 'abandoned' });
}

async function catalogue(stripe: Stripe) {
  const product = await stripe.products.create({
    name: 'プレミアム',
    description: '全部',
    metadata: { plan: 'premium' },
  });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'jpy',
    unit_amount: 980,
    nickname: '月額',
    lookup_key: 'premium_month',
    recurring: { interval: 'month', interval_count: 1 },
    tax_behavior: 'inclusive',
    metadata: { plan: 'premium' },
  });
  await stripe.products.update(product.id, { name: 'プレミアム会員', default_price: price.id });
  await stripe.products.retrieve(product.id);
  await stripe.products.list({ active: true, limit: 3 });
  await stripe.prices.update(price.id, { nickname: '月額プラン', metadata: { a: '1' } });
  await stripe.prices.retrieve(price.id);
  await stripe.prices.list({ product: product.id, active: true, lookup_keys: ['premium_month'], type: 'recurring' });
  const spare = await stripe.products.create({ name: '消える' });
  await stripe.products.del(spare.id);
  const coupon = await stripe.coupons.create({
    percent_off: 20,
    duration: 'repeating',
    duration_in_months: 3,
    max_redemptions: 100,
    name: '春の割引',
  });
  await stripe.coupons.update(coupon.id, { name: '割引', metadata: { a: '1' } });
  await stripe.coupons.retrieve(coupon.id);
  await stripe.coupons.list({ limit: 3 });
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'SPRING',
    max_redemptions: 10,
    restrictions: { minimum_amount: 500, minimum_amount_currency: 'jpy' },
  });
  await stripe.promotionCodes.update(code.id, { metadata: { a: '1' } });
  await stripe.promotionCodes.retrieve(code.id);
  await stripe.promotionCodes.list({ code: 'SPRING', active: true, limit: 1 });
  const other = await stripe.coupons.create({ amount_off: 100, currency: 'jpy', duration: 'once' });
  await stripe.coupons.del(other.id);
  return { price: price.id, code: code.id };
}

async function billing(stripe: Stripe, customer: string): Promise<void> {
  const { price, code } = await catalogue(stripe);
  const subscription = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price, quantity: 1 }],
      discounts: [{ promotion_code: code }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      proration_behavior: 'none',
      off_session: true,
      metadata: { user: '1' },
      expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    },
    { idempotencyKey: 'tour-2' },
  );
  const item = subscription.items.data[0]?.id;
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price, quantity: 2 }],
    proration_behavior: 'none',
    cancel_at_period_end: true,
    cancellation_details: { comment: '忙しい', feedback: 'unused' },
  });
  await stripe.subscriptions.update(subscription.id, { trial_end: 'now', cancel_at_period_end: false });
  await stripe.subscriptions.retrieve(subscription.id, { expand: ['customer', 'latest_invoice.payments'] });
  await stripe.subscriptions.list({ customer, status: 'all', price, limit: 10 });
  await stripe.subscriptionItems.list({ subscription: subscription.id });
  await invoices(stripe, customer, subscription.id);
  await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false });
}

async function invoices(stripe: Stripe, customer: string, subscription: string): Promise<void> {
  const { data } = await stripe.invoices.list({ customer, subscription, status: 'paid', limit: 5 });
  await stripe.invoices.listLineItems(data[0]?.id ?? '', { limit: 10 });
  const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id, status: 'paid' });
  await stripe.invoicePayments.retrieve(payments.data[0]?.id ?? '');
  const item = await stripe.invoiceItems.create({ customer, amount: 500, currency: 'jpy', description: '教材' });
  await stripe.invoiceItems.retrieve(item.id);
  await stripe.invoiceItems.list({ customer, pending: true });
  await stripe.invoiceItems.del(item.id);
  const draft = async () => {
    await stripe.invoiceItems.create({ customer, amount: 700, currency: 'jpy', metadata: { a: '1' } });
    return stripe.invoices.create({
      customer,
      auto_advance: false,
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'include',
      description: '教材',
      metadata: { a: '1' },
    });
  };
  const [paid, voided, lost, deleted] = [await draft(), await draft(), await draft(), await draft()];
  await stripe.invoices.update(paid.id, { description: '教材と送料', metadata: { a: '2' } });
  await stripe.invoices.retrieve(paid.id, { expand: ['confirmation_secret', 'payments'] });
  for (const { id } of [paid, voided, lost]) await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  await stripe.invoices.pay(paid.id, { off_session: true });
  await stripe.invoices.voidInvoice(voided.id);
  await stripe.invoices.markUncollectible(lost.id);
  await stripe.invoices.del(deleted.id);
}

async function connect(stripe: Stripe, actions: PageActions): Promise<void> {
  const account = await stripe.accounts.create({
    country: 'JP',
    email: 'host@example.jp',
    business_type: 'individual',
    business_profile: {
      mcc: '8299',
      name: '花子の教室',
      product_description: 'オンライン教室',
      url: 'https://example.jp',
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    metadata: { user: '1' },
  });
  const { id } = account;
  await stripe.accounts.update(id, { email: 'host2@example.jp', metadata: { user: '2' } });
  await stripe.accounts.retrieve(id);
  await stripe.accounts.list({ limit: 3 });
  const links = { refresh_url: 'http://localhost/again', return_url: RETURN_URL };
  await stripe.accountLinks.create({ account: id, type: 'account_onboarding', ...links });
  await actions.completeOnboarding(id);
  await stripe.accounts.createLoginLink(id);
  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'jpy',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: RETURN_URL,
    application_fee_amount: 1000,
    on_behalf_of: id,
    transfer_data: { destination: id },
  });
  const fees = await stripe.applicationFees.list({ limit: 1 });
  await stripe.applicationFees.retrieve(fees.data[0]?.id ?? '');
  await stripe.refunds.create({
    charge: String(charge),
    amount: 1000,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  await actions.advanceClock(5 * secondsInDay);
  const transfer = await stripe.transfers.create({
    amount: 2000,
    currency: 'jpy',
    destination: id,
    description: '11 月分',
    transfer_group: 'event_1',
    metadata: { payout: '1' },
  });
  await stripe.transfers.update(transfer.id, { metadata: { payout: '2' } });
  await stripe.transfers.retrieve(transfer.id);
  await stripe.transfers.list({ destination: id, transfer_group: 'event_1' });
  await stripe.transfers.createReversal(transfer.id, { amount: 500, metadata: { a: '1' } });
  await stripe.transfers.listReversals(transfer.id, { limit: 3 });
  const onAccount = { stripeAccount: id };
  const payout = await stripe.payouts.create({ amount: 1000, currency: 'jpy', metadata: { a: '1' } }, onAccount);
  await stripe.payouts.retrieve(payout.id, undefined, onAccount);
  await stripe.payouts.list({ status: 'pending', limit: 3 }, onAccount);
  await stripe.payouts.cancel(payout.id, undefined, onAccount);
  await stripe.balance.retrieve(undefined, onAccount);
  const spare = await stripe.accounts.create({ type: 'express' });
  await stripe.accounts.del(spare.id);
}

async function clocksAndEvents(stripe: Stripe): Promise<void> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_900_000_000, name: '更新' });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_900_000_000 + secondsInDay });
  await stripe.testHelpers.testClocks.retrieve(clock.id);
  await stripe.testHelpers.testClocks.list({ limit: 3 });
  await stripe.testHelpers.testClocks.del(clock.id);
  const events = await stripe.events.list({ type: 'payment_intent.succeeded', created: { gte: 1 }, limit: 5 });
  await stripe.events.retrieve(events.data[0]?.id ?? '');
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/hook',
    enabled_events: ['invoice.paid', 'customer.subscription.updated'],
    description: 'まなびば',
  });
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['*'], disabled: true });
  await stripe.webhookEndpoints.retrieve(endpoint.id);
  await stripe.webhookEndpoints.list({ limit: 3 });
  await stripe.webhookEndpoints.del(endpoint.id);
}
