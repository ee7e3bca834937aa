import { secondsInDay } from 'date-fns/constants';

import { readProviderLedger } from '../../../api/src/modules/payments/ledger/provider-ledger';
import { createPaymentProvider } from '../../../api/src/modules/payments/payment-provider';
import { createPayoutProvider } from '../../../api/src/modules/payouts/payout-provider';
import { createSubscriptionProvider } from '../../../api/src/modules/subscriptions/provider/subscription-provider';
import { type RecordedRequest, startRecordingProxy } from '../../../engines/stripe/src/testing/recording-proxy';
import {
  closeAll,
  PUBLISHABLE_KEY,
  sdk,
  SECRET_KEY,
  startTestEngine,
  type TestEngine,
  WEBHOOK_SECRET,
} from '../../../engines/stripe/src/testing/start-test-engine';
import { rejections, stripeMock } from './stripe-mock.mjs';

const mock = stripeMock();
const title = mock.skipped === undefined ? '' : ` (skipped: ${mock.skipped})`;

afterAll(closeAll);

/** Wraps an adapter and records which of its methods are called. */
function watched<T extends object>(adapter: T): { adapter: T; uncalled: () => string[] } {
  const called = new Set<string>();
  return {
    adapter: new Proxy(adapter, {
      get: (target, name, receiver) => {
        called.add(String(name));
        return Reflect.get(target, name, receiver) as unknown;
      },
    }),
    uncalled: () =>
      Object.entries(adapter)
        .filter(([name, value]) => typeof value === 'function' && !called.has(name))
        .map(([name]) => name),
  };
}

type World = Pick<TestEngine, 'engine' | 'stripe' | 'clock'> & { env: Parameters<typeof createPaymentProvider>[0] };

async function ticketRequests({ engine, stripe, clock, env }: World): Promise<string[]> {
  const { adapter, uncalled } = watched(createPaymentProvider(env));
  const customer = await stripe.customers.create({ name: '花子' });
  const ticket = {
    paymentId: 'pay_1',
    amount: 3000,
    method: 'card',
    description: '天文入門 一般チケット',
    email: 'a@example.jp',
    customerId: customer.id,
    name: '山田 花子',
    expiresAt: new Date(clock.now + 2 * secondsInDay * 1000),
  } as const;
  const create = async (given: Parameters<typeof adapter.createIntent>[0]) => {
    const intent = await adapter.createIntent(given);
    if (!intent) throw new Error(`${given.paymentId} was requested before with other parameters`);
    return intent;
  };
  const card = await create(ticket);
  await stripe.paymentIntents.confirm(card.id, { payment_method: 'pm_card_visa', return_url: 'http://localhost/back' });
  await adapter.retrieveIntent(card.id);
  const refund = await adapter.refund('ref_1', card.id, 1000);
  await adapter.retrieveRefund(refund.id);
  const konbini = { ...ticket, paymentId: 'pay_2', method: 'konbini', customerId: null } as const;
  await engine.actions.payAtTheShop((await create(konbini)).id);
  const unpaid = await create({ ...ticket, paymentId: 'pay_3', method: 'paypay', email: null });
  await adapter.cancelIntent(unpaid.id);
  const range = { from: new Date(clock.now - 1000), to: new Date(clock.now + 60_000) };
  for await (const { id } of adapter.listPaidIntents(range)) expect(id).toMatch(/^pi_/);
  // It parses a webhook and makes no request.
  expect(adapter.readEvent(Buffer.from('{}'), '')).toBeNull();
  return uncalled();
}

async function payoutRequests({ engine, stripe, env }: World): Promise<string[]> {
  const { adapter, uncalled } = watched(createPayoutProvider(env));
  const account = await adapter.createAccount({ userId: 'usr_1', email: 'host@example.jp' });
  await adapter.createAccount({ userId: 'usr_2', email: null });
  await adapter.createLink(account.id, { returnUrl: 'http://localhost/a', refreshUrl: 'http://localhost/b' });
  await engine.actions.completeOnboarding(account.id);
  await adapter.findAccount(account.id);
  await stripe.paymentIntents.create({
    amount: 50_000,
    currency: 'jpy',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/back',
  });
  await engine.actions.advanceClock(5 * secondsInDay);
  const transfer = { payoutId: 'out_1', refusals: 0, accountId: account.id, amount: 2000 };
  expect(await adapter.transfer(transfer)).toMatchObject({ status: 'sent' });
  return uncalled();
}

async function planRequests({ stripe, clock, env }: World): Promise<string[]> {
  const { adapter, uncalled } = watched(createSubscriptionProvider(env));
  const plan = { id: 'premium', name: 'プレミアム', price: 980, interval: 'month' } as const;
  const priceId = await adapter.ensurePrice(plan);
  const yearly = await adapter.ensurePrice({ ...plan, price: 9800, interval: 'year' });
  const customerId = await adapter.createCustomer({ userId: 'usr_1', name: '山田 花子', email: 'a@example.jp' });
  await adapter.createCustomer({ userId: 'usr_2', name: '匿名', email: null });
  const cardOf = async (token: string) => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token } });
    const card = await adapter.findCard(id);
    if (!card) throw new Error(`The engine does not know the card ${id}.`);
    return card;
  };
  const card = await cardOf('tok_visa');
  expect(await adapter.useCard(customerId, card)).toBe('used');
  const order = { subscriptionId: 'sub_1', customerId, priceId, paymentMethodId: card.id, trialDays: 0 };
  const made = await adapter.createSubscription(order);
  if (!made?.invoice?.intentId) throw new Error('The subscription has no paid invoice.');
  await adapter.attemptsOf(made.invoice.intentId);
  const trial = await adapter.createSubscription({ ...order, subscriptionId: 'sub_2', trialDays: 14 });
  await adapter.findSubscription(customerId, 'sub_1');
  await adapter.change(await adapter.retrieve(made.id), { priceId: yearly, keepsPeriod: true });
  await adapter.change(made, { cancelAtPeriodEnd: true, paymentMethodId: card.id });
  const failing = await cardOf('tok_chargeCustomerFail');
  expect(await adapter.useCard(customerId, failing)).toBe('used');
  const open = [
    await adapter.createSubscription({ ...order, subscriptionId: 'sub_3', paymentMethodId: failing.id }),
    await adapter.createSubscription({ ...order, subscriptionId: 'sub_4', paymentMethodId: failing.id }),
    await adapter.createSubscription({ ...order, subscriptionId: 'sub_5', paymentMethodId: failing.id }),
  ].map((each) => {
    if (each?.invoice?.status !== 'open') throw new Error('The failing card leaves no open invoice.');
    return each.invoice;
  });
  const [first, second, third] = open;
  if (!first || !second || !third) throw new Error('There are no open invoices.');
  expect(await adapter.stepOf(first)).toBe('declined');
  await adapter.retrieveInvoice(first.id);
  expect(await adapter.payInvoice(first, card.id, '1')).toBe('paid');
  await adapter.giveUpInvoice(second.id, 'void');
  await adapter.giveUpInvoice(third.id, 'uncollectible');
  const since = new Date(clock.now - 1000);
  for await (const { id } of adapter.listSince(since)) expect(id).toMatch(/^sub_/);
  for await (const { id } of adapter.listPaidInvoices(since)) expect(id).toMatch(/^in_/);
  await adapter.cancelNow(trial?.id ?? '');
  return uncalled();
}

/** Calls every method of the payments adapter. Returns the requests made, and the methods that were not called. */
async function everyRequest(): Promise<{ requests: RecordedRequest[]; uncalled: string[] }> {
  const { engine, stripe, clock, url } = await startTestEngine();
  const proxy = await startRecordingProxy(url);
  const env = {
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: proxy.url,
    scriptUrl: '',
  };
  const world = { engine, stripe, clock, env };
  const uncalled = [...(await ticketRequests(world)), ...(await planRequests(world)), ...(await payoutRequests(world))];
  await readProviderLedger(sdk(proxy.url, SECRET_KEY));
  await proxy.close();
  return { requests: proxy.requests, uncalled };
}

it('the engine answers every request of the payments adapter', async () => {
  const { requests, uncalled } = await everyRequest();
  expect(uncalled).toEqual([]);
  expect(requests.filter(({ status }) => status >= 400).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

(mock.skipped === undefined ? it : it.skip)(
  `stripe-mock accepts every request of the payments adapter${title}`,
  async () => {
    expect(await rejections(mock.path ?? '', (await everyRequest()).requests)).toEqual([]);
  },
  300_000,
);
