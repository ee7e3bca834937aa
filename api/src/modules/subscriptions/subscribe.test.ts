import { addDays } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { expectEqualLedger } from '../../testing/start-paying-app';
import { type PlanWorld, startPlanWorld } from './testing/plan-world';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());
beforeEach(() => world.clear());

const addCoupon = (code: string, max = 1) =>
  world.db
    .insertInto('trial_coupons')
    .values({
      code,
      plan_id: null,
      trial_days: 30,
      max_uses: max,
      expires_at: addDays(world.clock.now(), 1),
      created_at: world.clock.now(),
    })
    .execute();
const usesOf = async (code: string) =>
  (await world.db.selectFrom('trial_coupons').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses;
const daysUntil = (iso: string) => Math.round((Date.parse(iso) - world.clock.now().getTime()) / millisecondsInDay);
describe('createSubscription', () => {
  it('starts with a 14-day trial, after which the price is charged', async () => {
    const { status, body } = await world.subscribe('adult');
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({
      planId: 'plan_standard',
      provider: 'stripe',
      state: 'trialing',
      willUnsubscribed: false,
      nextPayment: { amount: 1000 },
      openInvoice: null,
      manageUrl: null,
    });
    expect(body.clientSecret).toBeUndefined();
    expect(daysUntil(body.subscription.trialEndsAt)).toBe(14);
    expect(body.subscription.nextPayment.at).toBe(body.subscription.trialEndsAt);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true, willUnsubscribed: false });
    expect(await world.planOf('adult')).toEqual(body.subscription);
    expect((await world.as('adult').get('/me/stripe-card')).body.card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      isExpired: false,
    });
    expect(await world.mailsAbout('無料体験のご利用開始')).toEqual([
      expect.stringMatching(/無料体験は\d+月\d+日まで。以後は月額1,000円\(税込\)で自動更新されます。/),
    ]);
  });

  it('charges at once when the user confirms that there is no trial, and records the payment', async () => {
    const { body } = await world.subscribe('adult', 'visa', { trialDays: 0, planId: 'plan_standard_year' });
    expect(body.subscription).toMatchObject({ state: 'active', trialEndsAt: null, invoiceStatus: 'paid' });
    const { items } = (await world.as('adult').get('/me/sale-histories')).body;
    expect(items).toEqual([
      expect.objectContaining({ type: 'subscription', amount: 10_000, tax: 909, taxRate: 10, fee: 0, state: 'paid' }),
    ]);
    expect(items[0].title).toMatch(/^まなびば スタンダード\(年払い\) \d{4}年分$/);
    const { body: receipt } = await world.as('adult').get(`/me/receipts/${items[0].id}`);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      subject: `「${items[0].title}」利用料として`,
      taxes: [{ taxRate: 10, net: 9091, tax: 909 }],
      issuer: { name: 'まなびば(テスト決済)', registrationNo: null },
    });
    expect(items[0].receiptUrl).toBe(`/v1/me/receipts/${items[0].id}`);
  });

  it('gives one trial per user', async () => {
    await world.subscribe('adult');
    await world.stripe.subscriptions.cancel((await world.atProvider('adult')).id);
    await world.deliverWebhooks();
    expect((await world.as('adult').get('/me/subscription_trial')).body).toMatchObject({
      eligible: false,
      reason: 'used',
    });
    const { body } = await world.subscribe('adult', 'mastercard');
    expect(body.subscription).toMatchObject({ state: 'active', trialEndsAt: null });
  });

  it('gives one trial per card, and never charges a user who was promised free days', async () => {
    await world.subscribe('adult');
    const refused = await world.subscribe('otherAdult', 'visaAgain');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.fields.trialDays).toContain('このカードでは、無料体験をご利用いただけません。');
    expect(await world.allAtProvider('otherAdult')).toEqual([]);
    expect(await world.subscribe('otherAdult', 'visaAgain', { trialDays: 0 })).toMatchObject({
      status: 201,
      body: { subscription: { state: 'active' } },
    });
  });

  it('rejects a trial length other than the one the user has confirmed', async () => {
    expect(await world.subscribe('adult', 'visa', { trialDays: 30 })).toMatchObject({ status: 409 });
    expect(await world.planOf('adult')).toBeNull();
  });

  it('cannot be used to guess coupons past the limit of checking them', async () => {
    await addCoupon('GUESSED-1');
    const attempt = (couponCode: string) => world.subscribe('student', 'visa', { couponCode });
    for (let count = 0; count < 10; count += 1) expect((await attempt(`WRONG-${count}`)).status).toBe(422);
    expect((await attempt('GUESSED-1')).body.code).toBe('rate_limited');
    expect(await usesOf('GUESSED-1')).toBe(0);
  });

  it('spends a coupon once, which extends the trial', async () => {
    await addCoupon('MINATO-30');
    const { body } = await world.subscribe('adult', 'visa', { couponCode: 'minato-30', trialDays: 30 });
    expect(daysUntil(body.subscription.trialEndsAt)).toBe(30);
    expect(body.subscription.couponCode).toBe('MINATO-30');
    expect(await usesOf('MINATO-30')).toBe(1);
    const second = await world.subscribe('otherAdult', 'mastercard', { couponCode: 'MINATO-30' });
    expect(second).toMatchObject({ status: 422, body: { error: 'このクーポンはご利用いただけません。' } });
  });

  it('gives the last use of a coupon to one of two concurrent users', async () => {
    await addCoupon('LAST');
    const answers = await Promise.all([
      world.subscribe('adult', 'visa', { couponCode: 'LAST' }),
      world.subscribe('otherAdult', 'mastercard', { couponCode: 'LAST' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await usesOf('LAST')).toBe(1);
  });

  it('rolls back when the card is declined: trial and coupon can be used again', async () => {
    await addCoupon('MINATO-30');
    for (const card of ['declined', 'failing'] as const)
      expect(await world.subscribe('adult', card, { planId: 'plan_standard_year', trialDays: 0 })).toMatchObject({
        status: 402,
        body: { code: 'card_declined', error: 'カード会社で承認されませんでした。別のカードをお試しください。' },
      });
    expect(await world.subscribe('adult', 'declined', { couponCode: 'MINATO-30' })).toMatchObject({ status: 402 });
    expect(await usesOf('MINATO-30')).toBe(0);
    expect(await world.mailsAbout('プラン')).toEqual([]);
    expect(await world.planOf('adult')).toBeNull();
    expect(await world.me('adult')).toMatchObject({ isSubscribed: false, stripeInvoiceStatus: null });
    expect((await world.allAtProvider('adult')).filter(({ status }) => status !== 'incomplete_expired')).toEqual([]);
    expect((await world.as('adult').get('/me/subscription_trial')).body.eligible).toBe(true);
    expect(await world.subscribe('adult', 'visa', { couponCode: 'MINATO-30' })).toMatchObject({ status: 201 });
  });

  it('waits for 3-D Secure, and subscribes after authentication', async () => {
    const { status, body } = await world.subscribe('adult', 'asking', { trialDays: 0 });
    expect([status, body.subscription.state]).toEqual([201, 'incomplete']);
    expect(body.clientSecret).toMatch(/^pi_\w+_secret_/);
    expect(await world.me('adult')).toMatchObject({ isSubscribed: false });
    const again = await world.subscribe('adult', 'asking', { trialDays: 0 });
    expect(again.body.clientSecret).toBe(body.clientSecret);
    await world.answerBank(body.clientSecret, 'succeed');
    expect(await world.planOf('adult')).toMatchObject({ state: 'active' });
    expect(await world.me('adult')).toMatchObject({ isSubscribed: true });
    expect(await world.subscribe('adult')).toMatchObject({ status: 409, body: { code: 'already' } });
  });

  it('accepts another card after failed authentication', async () => {
    const { body } = await world.subscribe('adult', 'asking', { trialDays: 0 });
    await world.answerBank(body.clientSecret, 'fail');
    expect(await world.subscribe('adult', 'asking', { trialDays: 0 })).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    });
    expect(await world.subscribe('adult', 'visa')).toMatchObject({
      status: 201,
      body: { subscription: { state: 'trialing' } },
    });
  });

  it('replaces an attempt that awaits 3-D Secure when another plan is chosen', async () => {
    await world.subscribe('adult', 'asking', { trialDays: 0 });
    const { body } = await world.subscribe('adult', 'visa', { planId: 'plan_standard_year' });
    expect(body.subscription).toMatchObject({ planId: 'plan_standard_year', state: 'trialing' });
    expect((await world.allAtProvider('adult')).map(({ status }) => status).sort()).toEqual([
      'incomplete_expired',
      'trialing',
    ]);
  });

  it('expires an abandoned attempt within a day', async () => {
    await world.subscribe('adult', 'asking', { trialDays: 0 });
    await world.pass(1);
    expect(await world.planOf('adult')).toBeNull();
    expect((await world.as('adult').get('/me/subscription_trial')).body.eligible).toBe(true);
    expect((await world.allAtProvider('adult')).map(({ status }) => status)).toEqual(['incomplete_expired']);
  });

  it('creates one subscription for concurrent submissions', async () => {
    const answers = await Promise.all([world.subscribe('adult'), world.subscribe('adult'), world.subscribe('adult')]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await world.allAtProvider('adult')).toHaveLength(1);
  });

  it.each([
    ['a user who already has a plan', 'subscriber', {}, 409, 'already'],
    ['a child', 'child', {}, 403, 'guardian_required'],
    ['an adult who requests the student plan', 'adult', { planId: 'plan_student' }, 403, 'student_only'],
    ['an unknown plan', 'adult', { planId: 'plan_none' }, 404, 'not_found'],
    ['an unknown card', 'adult', { paymentMethodId: 'pm_none' }, 422, 'invalid'],
    ['a visitor', 'anonymous', {}, 401, 'unauthenticated'],
  ] as const)('rejects %s', async (_who, caller, more, status, code) => {
    expect(await world.subscribe(caller, 'visa', more)).toMatchObject({ status, body: { code } });
  });

  it('requires guardian consent for minors under 18', async () => {
    const { people, db } = world;
    await db.updateTable('users').set({ birth_date: '2010-01-10' }).where('id', '=', people.student).execute();
    expect(await world.subscribe('student', 'visa', { planId: 'plan_student' })).toMatchObject({
      status: 403,
      body: { code: 'guardian_required' },
    });
    await db.updateTable('users').set({ guardian_consent_at: new Date() }).where('id', '=', people.student).execute();
    expect(await world.subscribe('student', 'visa', { planId: 'plan_student' })).toMatchObject({
      status: 201,
      body: { subscription: { plan: { price: 500 } } },
    });
  });

  it('rejects the card of another user', async () => {
    await world.subscribe('adult');
    const customer = (await world.atProvider('adult')).customer as string;
    const [card] = (await world.stripe.customers.listPaymentMethods(customer)).data;
    expect(await world.subscribe('otherAdult', 'visa', { trialDays: 0, paymentMethodId: card?.id })).toMatchObject({
      status: 422,
      body: { fields: { paymentMethodId: expect.any(String) } },
    });
    expect(await world.planOf('otherAdult')).toBeNull();
  });
});
