import { millisecondsInDay } from 'date-fns/constants';
import type Stripe from 'stripe';

import { runStaffCommand } from '../../staff';
import { expectEqualLedger } from '../../testing/start-paying-app';
import { testPassword } from '../../testing/test-people';
import { type PlanWorld, startPlanWorld } from './testing/plan-world';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());
beforeEach(() => world.clear());

const patch = (body: object) => world.as('adult').patch('/me/subscriptions', body);
const cancel = (reason?: string) =>
  world.app.inject({
    method: 'DELETE',
    url: '/v1/me/subscriptions',
    headers: { authorization: `Bearer ${world.tokens.adult}` },
    payload: reason === undefined ? {} : { reason },
  });
const sales = async () => (await world.as('adult').get('/me/sale-histories')).body.items;
const noTrial = { trialDays: 0 };
const eventsPublished = async () =>
  (
    await world.db
      .selectFrom('domain_events')
      .select('name')
      .where('name', 'like', 'subscription%')
      .orderBy('id')
      .execute()
  ).map(({ name }) => name);

/** Creates a subscription whose renewal has just failed. */
async function unpaidPlan(): Promise<void> {
  await world.subscribe('adult', 'visa', noTrial);
  await patch({ paymentMethodId: await world.card('failing') });
  const { items } = await world.atProvider('adult');
  const [period] = items.data.map((item) => item.current_period_end - item.current_period_start);
  await world.pass(((period ?? 0) * 1000) / millisecondsInDay);
  // The provider keeps a renewal invoice as a draft for an hour.
  await world.pass(0.1);
}

describe('a trial', () => {
  it('sends one mail three days before its end, then charges the price', async () => {
    await world.subscribe('adult');
    await world.pass(10);
    expect(await world.mailsAbout('無料体験がまもなく終わります')).toEqual([]);
    await world.pass(1.5);
    await world.pass(0.5);
    expect(await world.mailsAbout('無料体験がまもなく終わります')).toEqual([
      expect.stringContaining('までの解約に、料金はかかりません。'),
    ]);
    expect(await sales()).toEqual([]);
    await world.pass(2.5);
    expect(await world.planOf('adult')).toMatchObject({ state: 'active', invoiceStatus: 'paid' });
    expect(await sales()).toEqual([expect.objectContaining({ type: 'subscription', amount: 1000, tax: 90 })]);
  });

  it('charges nothing when cancelled before its end', async () => {
    await world.subscribe('adult');
    await cancel();
    await world.pass(15);
    expect(await world.planOf('adult')).toMatchObject({ state: 'cancelled', endReason: 'self' });
    expect(await sales()).toEqual([]);
    expect(await world.mailsAbout('プランのご利用が終わりました')).toHaveLength(1);
  });
});

describe('deleteSubscription', () => {
  it('keeps the plan until the end of the period, and may be repeated', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    const { currentPeriodEnd } = await world.planOf('adult');
    for (let press = 0; press < 2; press += 1) {
      const answer = await cancel('使わなくなったため');
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { willUnsubscribed: true, subscriptionExpiresAt: currentPeriodEnd },
      ]);
    }
    expect(await world.planOf('adult')).toMatchObject({
      state: 'will_cancel',
      willUnsubscribed: true,
      nextPayment: null,
    });
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, willUnsubscribed: true });
    await world.pass(32);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: false, willUnsubscribed: false });
    expect(await sales()).toHaveLength(1);
  });

  it('answers 404 without a subscription', async () => {
    expect((await cancel()).statusCode).toBe(404);
    expect(await patch({ resume: true })).toMatchObject({ status: 404 });
  });
});

describe('updateSubscription', () => {
  it('resumes a cancelled subscription', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    await cancel();
    const { body } = await patch({ resume: true });
    expect(body.subscription).toMatchObject({ state: 'active', willUnsubscribed: false });
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, willUnsubscribed: false });
    await world.pass(32);
    expect(await sales()).toHaveLength(2);
  });

  it('changes the plan from the next period on without charging before', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    const before = await world.planOf('adult');
    const { body } = await patch({ planId: 'plan_standard_year' });
    expect(body.subscription).toMatchObject({
      state: 'active',
      planId: 'plan_standard',
      nextPlan: { id: 'plan_standard_year' },
      currentPeriodEnd: before.currentPeriodEnd,
      nextPayment: { at: before.currentPeriodEnd, amount: 10_000 },
    });
    expect(await sales()).toHaveLength(1);
    await world.pass(32);
    expect(await world.planOf('adult')).toMatchObject({
      state: 'active',
      planId: 'plan_standard_year',
      nextPlan: null,
    });
    expect((await sales()).map(({ amount }: { amount: number }) => amount)).toEqual([10_000, 1000]);
  });

  it('switches back to the current plan before the end of the period', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    await patch({ planId: 'plan_standard_year' });
    expect((await patch({ planId: 'plan_standard' })).body.subscription).toMatchObject({
      planId: 'plan_standard',
      nextPlan: null,
      state: 'active',
    });
    await world.pass(32);
    expect((await sales()).map(({ amount }: { amount: number }) => amount)).toEqual([1000, 1000]);
  });

  it('allows the student plan only for students', async () => {
    await world.subscribe('adult');
    expect(await patch({ planId: 'plan_student' })).toMatchObject({ status: 403, body: { code: 'student_only' } });
    expect(await patch({ planId: 'plan_none' })).toMatchObject({ status: 404 });
    expect(await patch({})).toMatchObject({ status: 422 });
  });

  it('changes the card for the next payment', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    await patch({ paymentMethodId: await world.card('mastercard') });
    expect((await world.as('adult').get('/me/stripe-card')).body.card).toMatchObject({
      brand: 'mastercard',
      last4: '4444',
    });
    expect((await world.atProvider('adult')).default_payment_method).toBe(await world.card('mastercard'));
  });
});

describe('a failed renewal', () => {
  it('leaves the invoice open, shows the notice and keeps the plan', async () => {
    await unpaidPlan();
    const plan = await world.planOf('adult');
    expect(plan).toMatchObject({ state: 'past_due', invoiceStatus: 'open', openInvoice: { amount: 1000 } });
    expect(plan.openInvoice.attempts).toHaveLength(1);
    expect(plan.openInvoice.nextRetryAt).toBe(plan.nextRetryAt);
    expect(Date.parse(plan.nextRetryAt)).toBeGreaterThan(world.clock.now().getTime());
    const graceDays =
      (Date.parse(plan.openInvoice.graceEndsAt) - Date.parse(plan.openInvoice.attempts[0])) / millisecondsInDay;
    expect(Math.round(graceDays)).toBe(14);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, stripeInvoiceStatus: 'open' });
    expect(await world.mailsAbout('プランのお支払いを確認できませんでした')).toHaveLength(1);
    expect(await patch({ planId: 'plan_standard_year' })).toMatchObject({
      status: 402,
      body: { code: 'payment_required' },
    });
  });

  it('is paid at once by a new card, which clears the notice', async () => {
    await unpaidPlan();
    const { status, body } = await patch({ paymentMethodId: await world.card('mastercard') });
    expect([status, body.subscription.state, body.subscription.openInvoice]).toEqual([200, 'active', null]);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, stripeInvoiceStatus: 'paid' });
    expect(await sales()).toHaveLength(2);
    await world.deliverWebhooks();
    expect(await sales()).toHaveLength(2);
    expect(await eventsPublished()).toEqual(
      expect.arrayContaining(['subscriptionStarted', 'subscriptionPaymentFailed', 'subscriptionRecovered']),
    );
  });

  it('stays open when the new card is declined, and can be retried with the same card', async () => {
    await unpaidPlan();
    for (let press = 0; press < 2; press += 1)
      expect(await patch({ pay: true })).toMatchObject({ status: 402, body: { code: 'card_declined' } });
    expect(await patch({ paymentMethodId: await world.card('declined') })).toMatchObject({ status: 402 });
    expect((await world.planOf('adult')).openInvoice.attempts.length).toBeGreaterThan(1);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, stripeInvoiceStatus: 'open' });
  });

  it('requires 3-D Secure for a new card, and is paid after authentication', async () => {
    await unpaidPlan();
    const { body } = await patch({ paymentMethodId: await world.card('asking') });
    expect(body.subscription.state).toBe('past_due');
    await world.answerBank(body.clientSecret, 'succeed');
    await world.deliverWebhooks();
    expect(await world.planOf('adult')).toMatchObject({ state: 'active' });
  });

  it('ends the plan after 14 days without payment and closes the invoice', async () => {
    await unpaidPlan();
    for (let day = 0; day < 11; day += 1) await world.pass(1);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true });
    await world.pass(3);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: false, stripeInvoiceStatus: null });
    expect(await world.planOf('adult')).toMatchObject({ state: 'cancelled', endReason: 'unpaid' });
    expect(await eventsPublished()).toContain('subscriptionEnded');
    expect(await world.mailsAbout('プランのご利用が終わりました')).toEqual([expect.stringContaining('停止しました')]);
    const { id: subscription } = await world.atProvider('adult');
    const invoices = await world.stripe.invoices.list({ subscription });
    expect(invoices.data.map(({ status }) => status)).toEqual(['uncollectible', 'paid']);
  });

  it('can be voided by staff, which keeps the plan', async () => {
    await unpaidPlan();
    const said = await runStaffCommand(['void-invoice', world.people.adult, 'お詫びのため。'], {
      env: world.env,
      who: 'sato',
    });
    expect(said).toContain('is being voided');
    await world.runJobs();
    await world.deliverWebhooks();
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, stripeInvoiceStatus: 'void' });
  });
});

it('answers a change with a sentence when the provider, whose clock is ahead, has ended the plan', async () => {
  await world.subscribe('adult', 'visa');
  const { id } = await world.atProvider('adult');
  await world.stripe.subscriptions.cancel(id);
  for (const change of [patch({ resume: true }), patch({ planId: 'plan_standard_year' })])
    expect(await change).toMatchObject({
      status: 503,
      body: { code: 'unavailable', error: expect.stringContaining('決済サービスで手続きを受け付けられませんでした。') },
    });
  await world.deliverWebhooks();
  expect(await world.planOf('adult')).toMatchObject({ state: 'cancelled' });
});

describe('webhooks', () => {
  /** Runs a subscription over several renewals and delivers its webhooks in the given order. */
  async function aYear(inOrder: (events: Stripe.Event[]) => Stripe.Event[]) {
    await world.clear();
    await world.deliverWebhooks();
    await world.subscribe('adult', 'visa', noTrial);
    for (let month = 0; month < 3; month += 1) {
      await world.engine.actions.advanceClock(31 * 86_400);
      world.clock.advance(31 * millisecondsInDay);
    }
    await world.signInAgain();
    await world.deliverWebhooks(inOrder);
    const plan = await world.planOf('adult');
    const { startedAt, currentPeriodEnd, state, invoiceStatus, openInvoice } = plan;
    const rest = { state, invoiceStatus, openInvoice, planId: plan.planId, endedAt: plan.endedAt };
    const months = Math.round((Date.parse(currentPeriodEnd) - Date.parse(startedAt)) / millisecondsInDay / 30);
    return { rest, months, paid: (await sales()).length, me: (await world.me('adult')).stripeInvoiceStatus };
  }

  it('give the same final state in any order and with duplicates', async () => {
    const ordered = await aYear((events) => events);
    expect(ordered).toMatchObject({ paid: 4, rest: { state: 'active' } });
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const shuffled = await aYear((events) =>
      [...events, ...events.filter(() => random() < 0.3)].sort(() => random() - 0.5),
    );
    expect(shuffled).toEqual(ordered);
  });

  it('of a foreign subscription change nothing, and the ledger reports its payments', async () => {
    const { id: customer } = await world.stripe.customers.create({ name: '別の製品' });
    const { id: card } = await world.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { data } = await world.stripe.prices.list({ limit: 1 });
    if (!data[0]) throw new Error('No plan was sold before');
    await world.stripe.subscriptions.create({ customer, items: [{ price: data[0].id }], default_payment_method: card });
    await world.deliverWebhooks();
    expect(await world.db.selectFrom('webhook_events').select('id').where('applied_at', 'is', null).execute()).toEqual(
      [],
    );
    expect((await world.ledger()).differences).toMatchObject([
      { account: 'paid', provider: 10_000, books: null },
      { account: 'invoices', provider: 10_000, books: null },
    ]);
    await world.clear();
  });
});

describe('an account', () => {
  it('cancels its plan at once on deletion, here and at the provider', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    const left = await world.app.inject({
      method: 'DELETE',
      url: '/v1/me',
      headers: { authorization: `Bearer ${world.tokens.adult}` },
      payload: { password: testPassword },
    });
    expect(left.statusCode).toBe(204);
    await world.runJobs();
    expect((await world.atProvider('adult')).status).toBe('canceled');
    const row = await world.db
      .selectFrom('users')
      .select(['is_subscribed', 'subscription_expires_at'])
      .where('id', '=', world.people.adult)
      .executeTakeFirst();
    expect(row).toEqual({ is_subscribed: false, subscription_expires_at: null });
    await world.db
      .updateTable('users')
      .set({ state: 'active', withdrawn_at: null, state_before: null })
      .where('id', '=', world.people.adult)
      .execute();
  });

  it('includes its subscriptions and payments in the data export', async () => {
    await world.subscribe('adult', 'visa', noTrial);
    const { url } = (await world.as('adult').post('/me/data_export')).body;
    const link = url ?? /\/v1(\/data_exports\/[\w-]+)/.exec((await world.mail.deliver()).at(-1)?.text ?? '')?.[1] ?? '';
    const { body } = await world.as('unauthenticated').get(link.replace('/v1', ''));
    expect(body.subscriptions).toEqual([expect.objectContaining({ plan: 'スタンダード', state: 'active' })]);
    expect(body.payments).toEqual([expect.objectContaining({ kind: 'subscription', amount: 1000 })]);
  });
});
