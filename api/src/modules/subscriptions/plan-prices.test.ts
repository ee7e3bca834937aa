import { addDays, startOfDay } from 'date-fns';

import { dayInJapan, inJapan } from '../../platform/moments';
import { expectEqualLedger } from '../../testing/start-paying-app';
import { type Caller, type PlanWorld, startPlanWorld } from './testing/plan-world';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterEach(async () => {
  await expectEqualLedger(world);
  await world.clear();
  // The plans as they were: each successor before the plan that it has replaced.
  await world.db.updateTable('plans').set({ successor_id: null, is_active: true }).execute();
  await world.db.deleteFrom('plans').where('price', '=', 1200).execute();
  await world.db
    .updateTable('plans')
    .set({ app_product_id: 'standard.monthly' })
    .where('id', '=', 'plan_standard')
    .execute();
});
afterAll(() => world.close());

const changePrice = (plan = 'plan_standard', price = 1200) =>
  world.as('staff').post(`/staff/plans/${plan}/price`, { price, reason: '配信の費用が増えたため。' });
const subject = 'プランの料金の変更のお知らせ';
const noTrial = { trialDays: 0 };
const charged = async (caller: Caller) =>
  (await world.as(caller).get('/me/sale-histories')).body.items
    .map(({ amount }: { amount: number }) => amount)
    .reverse();
const nextPrice = async (caller: Caller) => (await world.planOf(caller)).nextPayment?.amount;

it('is for new subscribers at once, with the coupons of the plan, and in app stores', async () => {
  const coupon = { code: 'FUYU-2026', trialDays: 60, maxUses: 2, lastDay: '2099-12-31', planId: 'plan_standard' };
  expect((await world.as('staff').post('/staff/coupons', coupon)).status).toBe(201);
  const { status, body } = await changePrice();
  expect(status).toBe(201);
  const { plans } = (await world.as('unauthenticated').get('/subscription_plans')).body;
  expect(plans.map(({ id, price }: { id: string; price: number }) => [id, price])).toEqual([
    [body.id, 1200],
    ['plan_standard_year', 10_000],
    ['plan_student', 500],
  ]);
  expect((await world.as('unauthenticated').get('/app_subscription_plan')).body.plan).toMatchObject({
    id: body.id,
    price: 1200,
  });
  expect((await world.as('adult').post('/check_trial_coupon', { code: 'FUYU-2026' })).body.planId).toBe(body.id);
  await world.subscribe('student', 'visa', { ...noTrial, planId: body.id });
  expect(await charged('student')).toEqual([1200]);
  await world.runJobs();
  expect(await world.mailsAbout(subject)).toEqual([]);
});

it('is announced to subscribers once, by mail, and charged from the first renewal that is 30 days later or more', async () => {
  await world.subscribe('adult', 'visa', noTrial);
  // The renewal comes less than 30 days later, however long the month is.
  await world.pass(2);
  await changePrice();
  await world.runJobs();
  await world.runJobs();
  const from = startOfDay(addDays(world.clock.now(), 31, inJapan), inJapan);
  expect(await world.mailsAbout(subject)).toEqual([
    expect.stringMatching(
      new RegExp(
        `月額1,000円\\(税込\\)から月額1,200円\\(税込\\)に変更します。[^]*新しい料金は、${dayInJapan(from)}以後の最初の更新から適用します。`,
      ),
    ),
  ]);
  expect(await nextPrice('adult')).toBe(1000);
  await world.pass(31.5);
  expect(await charged('adult')).toEqual([1000, 1000]);
  expect(await nextPrice('adult')).toBe(1200);
  await world.pass(31.5);
  expect(await charged('adult')).toEqual([1000, 1000, 1200]);
  expect(await world.planOf('adult')).toMatchObject({ plan: { name: 'スタンダード', price: 1200 }, nextPlan: null });
  expect(await world.mailsAbout(subject)).toHaveLength(1);
});

it('is not charged to those who have cancelled, until they resume', async () => {
  await world.subscribe('adult', 'visa', { ...noTrial, planId: 'plan_standard_year' });
  await changePrice('plan_standard_year');
  await world.app.inject({
    method: 'DELETE',
    url: '/v1/me/subscriptions',
    headers: { authorization: `Bearer ${world.tokens.adult}` },
    payload: {},
  });
  await world.runJobs();
  await world.runJobs();
  expect(await world.mailsAbout(subject)).toHaveLength(1);
  expect(await world.planOf('adult')).toMatchObject({ state: 'will_cancel', nextPlan: null });
  await world.as('adult').patch('/me/subscriptions', { resume: true });
  await world.runJobs();
  expect(await nextPrice('adult')).toBe(1200);
});

it('is also announced to those who change to the plan with the next period', async () => {
  await world.subscribe('adult', 'visa', noTrial);
  await world.as('adult').patch('/me/subscriptions', { planId: 'plan_standard_year' });
  await changePrice('plan_standard_year');
  await world.runJobs();
  expect(await world.mailsAbout(subject)).toEqual([expect.stringContaining('年額10,000円(税込)から年額1,200円(税込)')]);
  await world.pass(31.5);
  expect(await charged('adult')).toEqual([1000, 10_000]);
  expect(await nextPrice('adult')).toBe(1200);
});

it('replaces a plan once, with a line in the log, and only by another price', async () => {
  expect(await changePrice('plan_standard', 1000)).toMatchObject({
    status: 422,
    body: { fields: { price: 'いまと同じ料金です。' } },
  });
  for (const price of [49, 100_001, 12.5])
    expect(await changePrice('plan_standard', price)).toMatchObject({
      status: 422,
      body: { fields: { price: expect.any(String) } },
    });
  expect((await changePrice('plan_none')).status).toBe(404);
  const { body } = await changePrice();
  expect(await changePrice()).toMatchObject({ status: 409, body: { code: 'already' } });
  const { items } = (await world.as('staff').get('/staff/plans')).body;
  const known = Object.fromEntries(items.map(({ id, ...plan }: { id: string }) => [id, plan]));
  expect(known['plan_standard']).toMatchObject({ price: 1000, isOnSale: false, newPrice: 1200 });
  expect(known[body.id]).toMatchObject({ price: 1200, isOnSale: true, newPrice: null });
  expect((await world.as('staff').get('/staff/audit_log?action=plan-price')).body.items[0]).toMatchObject({
    subjectId: 'plan_standard',
    detail: '配信の費用が増えたため。',
    before: '1000円',
    after: '1200円',
  });
});
