import { addDays, lightFormat } from 'date-fns';

import { inJapan } from '../../../platform/moments';
import { runStaffCommand } from '../../../staff';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { fillPlans } from '../../subscriptions/plans/first-plans';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await fillPlans(world.pool);
});
afterEach(() => world.db.deleteFrom('trial_coupons').execute());
afterAll(() => world.close());

const staff = () => world.as('staff');
/** The day in Japan, so many days from now. */
const dayIn = (days: number) => lightFormat(addDays(world.clock.now(), days, inJapan), 'yyyy-MM-dd');
const create = (changes: object = {}) =>
  staff().post('/staff/coupons', {
    code: 'FUYU-2026',
    trialDays: 60,
    maxUses: 2,
    lastDay: dayIn(30),
    planId: null,
    ...changes,
  });
const end = (code: string, reason: unknown = '配布先を間違えたため。') =>
  staff().post('/staff/coupon_ends', { code, reason });
const coupons = async () => (await staff().get('/staff/coupons')).body.items;
const logged = async (action: string) => (await staff().get(`/staff/audit_log?action=${action}`)).body.items;

describe('plans', () => {
  const plans = async () => (await staff().get('/staff/plans')).body.items as { id: string; isOnSale: boolean }[];
  const setSale = (id: string, body: object) => staff().put(`/staff/plans/${id}/sale`, body);
  const offered = async () =>
    ((await world.as('adult').get('/subscription_plans')).body.plans as { id: string }[]).map(({ id }) => id);

  it('are taken from sale and brought back, with a reason in the log', async () => {
    expect((await setSale('plan_standard_year', { isOnSale: false, reason: '料金を見直すため。' })).status).toBe(204);
    expect(await offered()).not.toContain('plan_standard_year');
    expect((await plans()).find(({ id }) => id === 'plan_standard_year')).toMatchObject({ isOnSale: false });
    expect((await setSale('plan_standard_year', { isOnSale: true, reason: '見直しが済んだため。' })).status).toBe(204);
    expect(await offered()).toContain('plan_standard_year');
    expect((await setSale('plan_standard_year', { isOnSale: true, reason: 'もう一度。' })).status).toBe(204);
    expect(await logged('plan-on')).toHaveLength(1);
    expect(await logged('plan-off')).toMatchObject([
      {
        who: world.people.staff,
        subjectId: 'plan_standard_year',
        detail: '料金を見直すため。',
        before: '販売中',
        after: '販売終了',
      },
    ]);
  });

  it('show how many people have each, and how many of them are in the free trial', async () => {
    const subscribe = (name: 'adult' | 'student' | 'otherAdult' | 'subscriber' | 'professional', state: string) =>
      world.pool.query(
        `insert into subscriptions (id, user_id, plan_id, provider, state, started_at, current_period_end, created_at, ended_at, end_reason)
         values ($1, $2, 'plan_standard', 'stripe', $3, now(), now(), now(), $4, $5)`,
        [`sub_${name}`, world.people[name], state, ...(state === 'cancelled' ? [new Date(), 'self'] : [null, null])],
      );
    await subscribe('adult', 'active');
    await subscribe('student', 'trialing');
    await subscribe('otherAdult', 'will_cancel');
    await subscribe('subscriber', 'incomplete');
    await subscribe('professional', 'cancelled');
    const counts = Object.fromEntries((await plans()).map(({ id, ...plan }) => [id, plan]));
    expect(counts['plan_standard']).toMatchObject({ subscribers: 3, trials: 1 });
    expect(counts['plan_standard_year']).toMatchObject({ subscribers: 0, trials: 0 });
    await world.db.deleteFrom('subscriptions').execute();
  });

  it.each([
    ['plan_none', { isOnSale: false, reason: '理由' }, 404],
    ['plan_standard', { isOnSale: false, reason: ' ' }, 422],
    ['plan_standard', { isOnSale: 'no', reason: '理由' }, 422],
  ])('refuse %s %j', async (id, body, status) => {
    expect((await setSale(id, body)).status).toBe(status);
    expect((await plans()).every(({ isOnSale }) => isOnSale)).toBe(true);
  });
});

describe('coupons', () => {
  it('are made, found whatever their width and case, and extend a trial until their last day is over', async () => {
    expect(await create({ code: 'ｆｕｙｕ-2026', planId: 'plan_standard' })).toMatchObject({
      status: 201,
      body: { code: 'FUYU-2026' },
    });
    expect(await coupons()).toMatchObject([
      {
        code: 'FUYU-2026',
        trialDays: 60,
        uses: 0,
        maxUses: 2,
        plan: { id: 'plan_standard', name: expect.any(String) },
        state: 'valid',
      },
    ]);
    const check = async () => (await world.as('adult').post('/check_trial_coupon', { code: 'fuyu-2026' })).body;
    expect(await check()).toMatchObject({ valid: true, trialDays: 60, planId: 'plan_standard' });
    expect((await create()).body).toMatchObject({ fields: { code: 'このコードのクーポンはすでにあります。' } });
    expect(await logged('coupon')).toMatchObject([{ who: world.people.staff, subjectId: 'FUYU-2026' }]);
  });

  it.each([
    [{ code: ' ' }, 'code'],
    [{ code: 'A'.repeat(41) }, 'code'],
    [{ trialDays: 0 }, 'trialDays'],
    [{ trialDays: 366 }, 'trialDays'],
    [{ trialDays: null }, 'trialDays'],
    [{ maxUses: 1.5 }, 'maxUses'],
    [{ maxUses: 1_000_001 }, 'maxUses'],
    [{ lastDay: '' }, 'lastDay'],
    [{ lastDay: '2099-02-30' }, 'lastDay'],
    [{ lastDay: '2020-01-01' }, 'lastDay'],
    [{ planId: 'plan_none' }, 'planId'],
  ])('refuse %j at the field', async (changes, field) => {
    expect(await create(changes)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    expect(await coupons()).toEqual([]);
  });

  it('are valid through the whole last day in Japan', async () => {
    expect((await create({ lastDay: dayIn(0) })).status).toBe(201);
    expect(await coupons()).toMatchObject([{ expiresAt: new Date(`${dayIn(0)}T24:00:00+09:00`).toISOString() }]);
  });

  it('end once, however often anyone clicks', async () => {
    await create();
    const statuses = (await Promise.all([end('fuyu-2026'), end('FUYU-2026'), end('FUYU-2026')])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([204, 409, 409]);
    expect(await coupons()).toMatchObject([{ state: 'expired' }]);
    expect((await world.as('adult').post('/check_trial_coupon', { code: 'FUYU-2026' })).body).toMatchObject({
      valid: false,
      reason: 'expired',
    });
    expect(await logged('end-coupon')).toMatchObject([
      {
        who: world.people.staff,
        subjectId: 'FUYU-2026',
        detail: '配布先を間違えたため。',
        before: expect.any(String),
        after: expect.any(String),
      },
    ]);
  });

  it('end with a reason, and only those that exist', async () => {
    await create();
    expect((await end('FUYU-2026', '')).status).toBe(422);
    expect((await end('NATSU-2026')).status).toBe(404);
    expect(await coupons()).toMatchObject([{ state: 'valid' }]);
  });

  it('are made and ended by the command as well', async () => {
    const command = (...words: string[]) => runStaffCommand(words, { env: world.env, who: 'sato' });
    await command('coupon', 'HARU', '45', '10', dayIn(3));
    expect(await coupons()).toMatchObject([{ code: 'HARU', trialDays: 45, maxUses: 10, state: 'valid' }]);
    await expect(command('coupon', 'HARU', '45', '10', dayIn(3))).rejects.toThrow('already exists');
    await expect(command('coupon', 'NATSU', '45', '10', '2020-01-01')).rejects.toThrow('2020-01-01 is over.');
    await expect(command('end-coupon', 'HARU')).rejects.toThrow('Give a reason');
    expect(await command('end-coupon', 'HARU', '誤り')).toBe('HARU cannot be redeemed any more.');
    await expect(command('end-coupon', 'HARU', '誤り')).rejects.toThrow('is over');
    expect(await coupons()).toMatchObject([{ code: 'HARU', state: 'expired' }]);
  });
});
