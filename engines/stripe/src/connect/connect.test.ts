import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { closeAll, payment, refusal, startTestEngine } from '../testing/start-test-engine';

afterEach(closeAll);

/** Sets up a platform with an onboarded account. */
async function setUp(bank?: { bankAccountNumber: string }) {
  const test = await startTestEngine({ fees: { card: 0.036 } });
  const { stripe, engine } = test;
  const account = await stripe.accounts.create({
    country: 'JP',
    email: 'host@example.jp',
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  });
  await engine.actions.completeOnboarding(account.id, bank);
  const onAccount = { stripeAccount: account.id };
  const balance = async (of?: { stripeAccount: string }) => {
    const { available, pending } = await stripe.balance.retrieve(undefined, of);
    return { available: available[0]?.amount, pending: pending[0]?.amount };
  };
  return { ...test, account: account.id, onAccount, balance };
}

describe('an account', () => {
  it('cannot receive money until its owner has onboarded through a single-use link', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id } = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: { currently_due: expect.arrayContaining(['external_account']) as unknown },
    });
    const transfer = stripe.transfers.create({ amount: 100, currency: 'jpy', destination: id });
    expect(await refusal(transfer)).toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
    const link = await stripe.accountLinks.create({
      account: id,
      type: 'account_onboarding',
      refresh_url: 'http://localhost/again',
      return_url: 'http://localhost/back',
    });
    const token = link.url.split('/').at(-1) ?? '';
    expect(await engine.actions.openAccountLink(token)).toMatchObject({
      account: id,
      return_url: 'http://localhost/back',
    });
    expect(await engine.actions.openAccountLink(token)).toBeUndefined();
    await engine.actions.completeOnboarding(id);
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [] },
    });
    const events = await stripe.events.list({ type: 'account.updated' }, { stripeAccount: id });
    expect(events.data[0]).toMatchObject({ account: id });
  });

  it('sees only its own objects', async () => {
    const { stripe, onAccount } = await setUp();
    const { id } = await stripe.customers.create();
    expect(await refusal(stripe.customers.retrieve(id, undefined, onAccount))).toMatchObject({ statusCode: 404 });
    expect(await refusal(stripe.customers.list(undefined, { stripeAccount: 'acct_none' }))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    });
  });
});

describe('transfers', () => {
  it('are limited to the available balance', async () => {
    const { stripe, engine, account, onAccount, balance } = await setUp();
    await stripe.paymentIntents.create(payment({ amount: 10_000 }));
    expect(await balance()).toEqual({ available: 0, pending: 9640 });
    const send = (amount: number) => stripe.transfers.create({ amount, currency: 'jpy', destination: account });
    expect(await refusal(send(1000))).toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
    await engine.actions.advanceClock(4 * secondsInDay);
    expect(await balance()).toEqual({ available: 9640, pending: 0 });
    await send(9000);
    expect(await refusal(send(641))).toMatchObject({ code: 'balance_insufficient' });
    expect(await balance()).toEqual({ available: 640, pending: 0 });
    expect(await balance(onAccount)).toEqual({ available: 9000, pending: 0 });
  });

  it('of charge funds become available together with the charge', async () => {
    const { stripe, engine, account, onAccount, balance } = await setUp();
    const { latest_charge: charge } = await stripe.paymentIntents.create(payment({ amount: 10_000 }));
    const send = (amount: number) =>
      stripe.transfers.create({ amount, currency: 'jpy', destination: account, source_transaction: String(charge) });
    const transfer = await send(9000);
    expect(transfer).toMatchObject({ source_transaction: charge, transfer_group: `group_${String(charge)}` });
    expect(await refusal(send(1001))).toMatchObject({ code: 'charge_exceeds_source_limit' });
    expect(await balance(onAccount)).toEqual({ available: 0, pending: 9000 });
    await engine.actions.advanceClock(4 * secondsInDay);
    expect(await balance(onAccount)).toEqual({ available: 9000, pending: 0 });
    const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 4000 });
    expect(reversal).toMatchObject({ amount: 4000, transfer: transfer.id });
    expect(await balance(onAccount)).toEqual({ available: 5000, pending: 0 });
    expect((await stripe.transfers.retrieve(transfer.id)).amount_reversed).toBe(4000);
    expect(await refusal(stripe.transfers.createReversal(transfer.id, { amount: 5001 }))).toMatchObject({
      param: 'amount',
    });
  });

  it('follow a destination charge minus the application fee, and are reversed with its refund', async () => {
    const { stripe, account, onAccount, balance } = await setUp();
    const intent = await stripe.paymentIntents.create(
      payment({
        amount: 10_000,
        application_fee_amount: 1500,
        transfer_data: { destination: account },
        expand: ['latest_charge.transfer'],
      }),
    );
    const transfer = (intent.latest_charge as Stripe.Charge).transfer as Stripe.Transfer;
    expect(transfer).toMatchObject({ amount: 10_000, destination: account });
    expect(await balance()).toEqual({ available: 1500 - 1500, pending: 1500 - 360 });
    expect(await balance(onAccount)).toEqual({ available: 0, pending: 8500 });
    await stripe.refunds.create({ payment_intent: intent.id, reverse_transfer: true, refund_application_fee: true });
    const sum = ({ available = 0, pending = 0 }) => available + pending;
    expect(sum(await balance())).toBe(-360);
    expect(sum(await balance(onAccount))).toBe(0);
  });
});

describe('payouts', () => {
  const funded = async (bank?: { bankAccountNumber: string }) => {
    const test = await setUp(bank);
    const { stripe, engine, account } = test;
    await stripe.paymentIntents.create(
      payment({ amount: 10_000, transfer_data: { destination: account, amount: 8000 } }),
    );
    await engine.actions.advanceClock(4 * secondsInDay);
    const pay = (amount: number) => stripe.payouts.create({ amount, currency: 'jpy' }, test.onAccount);
    return { ...test, pay };
  };

  it('use the available balance and arrive later', async () => {
    const { stripe, engine, pay, onAccount, balance } = await funded();
    expect(await refusal(pay(8001))).toMatchObject({ code: 'balance_insufficient' });
    const payout = await pay(8000);
    expect(payout).toMatchObject({ status: 'pending', amount: 8000 });
    expect(await balance(onAccount)).toEqual({ available: 0, pending: 0 });
    expect(await refusal(pay(1))).toMatchObject({ code: 'balance_insufficient' });
    await engine.actions.advanceClock(2 * secondsInDay);
    expect((await stripe.payouts.retrieve(payout.id, undefined, onAccount)).status).toBe('paid');
  });

  it('return to the balance when the bank rejects them or when they are canceled in time', async () => {
    const { stripe, engine, pay, onAccount, balance } = await funded({ bankAccountNumber: '1111113' });
    const canceled = await pay(1000);
    expect((await stripe.payouts.cancel(canceled.id, undefined, onAccount)).status).toBe('canceled');
    const { id } = await pay(8000);
    await engine.actions.advanceClock(2 * secondsInDay);
    expect(await stripe.payouts.retrieve(id, undefined, onAccount)).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
    });
    expect(await balance(onAccount)).toEqual({ available: 8000, pending: 0 });
  });

  it('spend the same money only once when two are concurrent', async () => {
    const { pay, onAccount, balance } = await funded();
    const results = await Promise.allSettled([pay(8000), pay(8000), pay(8000)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance(onAccount)).toEqual({ available: 0, pending: 0 });
  });
});
