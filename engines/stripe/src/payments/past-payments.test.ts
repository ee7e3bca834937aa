import type Stripe from 'stripe';

import { ledger } from '../testing/ledger';
import {
  closeAll,
  payment,
  startEndpoint,
  startTestEngine,
  type TestEngine,
  WEBHOOK_SECRET,
} from '../testing/start-test-engine';
import type { PastPayment } from './past-payments';

let made: TestEngine;
let received: Stripe.Event[];
beforeEach(async () => {
  const endpoint = await startEndpoint(() => made.stripe);
  received = endpoint.events;
  made = await startTestEngine({ webhooks: { endpoints: [{ url: endpoint.url, secret: WEBHOOK_SECRET }] } });
});
afterEach(closeAll);

const lastWeek = new Date('2026-11-15T03:00:00Z');
const past = (changed: Partial<PastPayment> = {}): PastPayment => ({
  id: 'pi_lastWeek',
  amount: 1500,
  description: 'a ticket',
  metadata: { payment_id: 'pay_1' },
  receiptEmail: 'saki@example.jp',
  paidAt: lastWeek,
  ...changed,
});

it('records past payments with their charges and dates', async () => {
  const [recorded] = await made.engine.actions.recordPayments([past()]);
  expect(recorded).toEqual({ id: 'pi_lastWeek', card: { brand: 'visa', last4: '4242' }, refundId: null });
  const intent = await made.stripe.paymentIntents.retrieve('pi_lastWeek', {
    expand: ['latest_charge.balance_transaction'],
  });
  const created = lastWeek.getTime() / 1000;
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 1500,
    created,
    metadata: { payment_id: 'pay_1' },
    latest_charge: { status: 'succeeded', created, balance_transaction: { status: 'available', amount: 1500 } },
  });
});

it('emits no events for them', async () => {
  await made.engine.actions.recordPayments([past()]);
  await made.engine.runDue();
  expect(received).toEqual([]);
  expect((await made.stripe.events.list()).data).toEqual([]);
});

it('emits events for later changes of them', async () => {
  await made.engine.actions.recordPayments([past()]);
  const { status } = await made.stripe.refunds.create({ payment_intent: 'pi_lastWeek' });
  await made.engine.runDue();
  expect(status).toBe('succeeded');
  expect(received.map(({ type }) => type).sort()).toEqual(['charge.refunded', 'refund.created']);
});

it('records each one once, and returns its current state when repeated', async () => {
  const refunded = past({ id: 'pi_refunded', refund: { at: new Date('2026-11-16T03:00:00Z'), metadata: {} } });
  const first = await made.engine.actions.recordPayments([refunded]);
  expect(await made.engine.actions.recordPayments([past(), refunded])).toEqual([
    expect.objectContaining({ id: 'pi_lastWeek' }),
    ...first,
  ]);
  expect((await made.stripe.charges.list()).data).toHaveLength(2);
  expect((await made.stripe.refunds.list()).data).toEqual([
    expect.objectContaining({ id: first[0]?.refundId, amount: 1500, payment_intent: 'pi_refunded' }),
  ]);
});

it('computes the balance from past and later payments', async () => {
  await made.stripe.paymentIntents.create(payment());
  await made.engine.actions.recordPayments([past(), past({ id: 'pi_other', refund: { at: lastWeek, metadata: {} } })]);
  const { byObjects, byBalance } = await ledger(made.stripe);
  expect(byBalance).toBe(byObjects);
});

it('records none when one of them is invalid', async () => {
  await expect(made.engine.actions.recordPayments([past(), past({ id: 'pi_free', amount: 0 })])).rejects.toThrow();
  expect((await made.stripe.charges.list()).data).toEqual([]);
});
