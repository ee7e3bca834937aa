import { addDays } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { fillPlans } from './first-plans';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await fillPlans(api.pool);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute();
  await api.db.deleteFrom('trial_coupons').execute();
});

const addCoupon = (given: { code: string; plan_id?: string; trial_days?: number; max_uses?: number; days?: number }) =>
  api.db
    .insertInto('trial_coupons')
    .values({
      code: given.code,
      plan_id: given.plan_id ?? null,
      trial_days: given.trial_days ?? 30,
      max_uses: given.max_uses ?? 1,
      expires_at: addDays(api.clock.now(), given.days ?? 10),
      created_at: api.clock.now(),
    })
    .execute();
const check = (code: string, caller: Parameters<TestApp['as']>[0] = 'adult') =>
  api.as(caller).post('/check_trial_coupon', { code });

describe('listSubscriptionPlans', () => {
  it('lists the plans in order, with prices including tax', async () => {
    const { status, body } = await api.as('unauthenticated').get('/subscription_plans');
    expect(status).toBe(200);
    expect(
      body.plans.map(({ name, price, interval, audience, trialDays }: Record<string, unknown>) => [
        name,
        price,
        interval,
        audience,
        trialDays,
      ]),
    ).toEqual([
      ['スタンダード', 1000, 'month', 'all', 14],
      ['スタンダード(年払い)', 10_000, 'year', 'all', 14],
      ['学生', 500, 'month', 'student', 14],
    ]);
    expect(body.plans[0].features).toEqual([
      'プラン会員向けのアーカイブを視聴',
      'プラン会員のお席でイベントに参加',
      '解約は設定からいつでも',
    ]);
  });

  it('omits plans that are no longer sold', async () => {
    await api.db.updateTable('plans').set({ is_active: false }).where('id', '=', 'plan_student').execute();
    const { body } = await api.as('unauthenticated').get('/subscription_plans');
    expect(body.plans.map(({ id }: { id: string }) => id)).toEqual(['plan_standard', 'plan_standard_year']);
    await api.db.updateTable('plans').set({ is_active: true }).execute();
  });

  it('inserts default plans once and leaves changed plans alone', async () => {
    await api.db.updateTable('plans').set({ name: '標準' }).where('id', '=', 'plan_standard').execute();
    await fillPlans(api.pool);
    const { body } = await api.as('unauthenticated').get('/subscription_plans');
    expect(body.plans.map(({ name }: { name: string }) => name)).toEqual(['標準', 'スタンダード(年払い)', '学生']);
    await api.db.updateTable('plans').set({ name: 'スタンダード' }).where('id', '=', 'plan_standard').execute();
  });
});

describe('getAppSubscriptionPlan', () => {
  it('returns the plan that the app stores sell', async () => {
    const { status, body } = await api.as('anonymous').get('/app_subscription_plan');
    expect([status, body.plan.id, body.plan.appProductId]).toEqual([200, 'plan_standard', 'standard.monthly']);
  });
});

describe('getSubscriptionTrial', () => {
  it('offers 14 days from now to a user who never had a trial', async () => {
    const before = Date.now();
    const { body } = await api.as('adult').get('/me/subscription_trial');
    expect(body).toMatchObject({ eligible: true, reason: null, trialDays: 14 });
    expect(Math.round((Date.parse(body.endsAt) - before) / millisecondsInDay)).toBe(14);
  });

  it('is available only once per user', async () => {
    await aTrialOf('otherAdult', 'card-of-other-adult');
    expect((await api.as('otherAdult').get('/me/subscription_trial')).body).toEqual({
      eligible: false,
      reason: 'used',
      trialDays: 0,
      endsAt: null,
    });
  });

  it('is unavailable with a card that another user has already used for a trial', async () => {
    await aTrialOf('professional', 'shared-card');
    await api.db
      .insertInto('payment_customers')
      .values({
        user_id: api.people.student,
        provider_customer_id: 'cus_student',
        card_fingerprint: 'shared-card',
        updated_at: api.clock.now(),
      })
      .execute();
    expect((await api.as('student').get('/me/subscription_trial')).body).toMatchObject({
      eligible: false,
      reason: 'card_used',
    });
  });
});

/** Inserts another user's trial that ended long ago. */
async function aTrialOf(name: 'otherAdult' | 'professional', fingerprint: string): Promise<void> {
  const now = api.clock.now();
  const id = `sub_${name}`;
  await api.db
    .insertInto('subscriptions')
    .values({
      id,
      user_id: api.people[name],
      plan_id: 'plan_standard',
      provider: 'stripe',
      state: 'cancelled',
      started_at: now,
      current_period_end: now,
      ended_at: now,
      end_reason: 'self',
      created_at: now,
    })
    .execute();
  await api.db
    .insertInto('trial_uses')
    .values({ user_id: api.people[name], card_fingerprint: fingerprint, subscription_id: id, used_at: now })
    .execute();
}

describe('checkTrialCoupon', () => {
  it('returns the length of the trial for any spelling of the code without spending a use', async () => {
    await addCoupon({ code: 'MINATO-30', plan_id: 'plan_standard' });
    const expected = { valid: true, trialDays: 30, planId: 'plan_standard', reason: null };
    expect((await check('MINATO-30')).body).toEqual(expected);
    expect((await check('minato-30')).body).toEqual(expected);
    expect((await check(' MINATO-30 ')).body).toEqual(expected);
    expect(await api.db.selectFrom('trial_coupons').select('uses').executeTakeFirst()).toEqual({ uses: 0 });
  });

  it.each([
    ['unknown', { code: 'OTHER' }],
    ['expired', { code: 'AKI2025', days: -1 }],
    ['used_up', { code: 'AKI2025', max_uses: 3, uses: 3 }],
  ])(
    'rejects one that is %s',
    async (reason, { uses = 0, ...given }: { code: string; uses?: number; days?: number }) => {
      await addCoupon(given);
      await api.db.updateTable('trial_coupons').set({ uses }).execute();
      expect((await check('AKI2025')).body).toEqual({ valid: false, trialDays: 0, planId: null, reason });
    },
  );

  it('is rejected for a user who has had a trial', async () => {
    await addCoupon({ code: 'MINATO-30' });
    expect((await check('MINATO-30', 'otherAdult')).body).toMatchObject({ valid: false, reason: 'trial_used' });
  });

  it('answers 409 for a subscriber', async () => {
    expect(await check('MINATO-30', 'subscriber')).toMatchObject({ status: 409, body: { code: 'already' } });
  });

  it('allows ten codes an hour per user', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await check(`CODE${tries}`)).status).toBe(200);
    expect(await check('CODE11')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await check('CODE11', 'professional')).status).toBe(200);
  });

  it('rejects an empty or overlong code', async () => {
    expect((await check('  ')).body.fields.code).toBe('クーポンコードを入力してください。');
    expect((await check('A'.repeat(41))).status).toBe(422);
  });
});
