import { addDays } from 'date-fns';

import { type LossyProxy, startLossyProxy } from '../../testing/lossy-proxy';
import { expectEqualLedger } from '../../testing/start-paying-app';
import { type PlanWorld, startPlanWorld } from './testing/plan-world';

let world: PlanWorld;
let proxy: LossyProxy;
beforeAll(async () => {
  proxy = await startLossyProxy();
  world = await startPlanWorld({ env: { STRIPE_ENGINE_URL: proxy.url } });
  const { hostname, port } = world.engineAddress;
  proxy.target = { host: hostname, port };
});
afterEach(() => expectEqualLedger(world));
afterAll(async () => {
  await world.close();
  await proxy.close();
});
beforeEach(async () => {
  proxy.left = Number.POSITIVE_INFINITY;
  await world.clear();
});

/** Indexes of the provider requests during a subscription; more than there are. */
const STEPS = Array.from({ length: 12 }, (_, step) => step);

it.each(['request', 'answer'] as const)(
  'resumes after the %s of any step is lost, without creating anything twice',
  async (loses) => {
    proxy.loses = loses;
    let finished = false;
    for (const step of STEPS) {
      await world.clear();
      await world.card('visa');
      await world.db
        .insertInto('trial_coupons')
        .values({
          code: 'ONCE',
          plan_id: null,
          trial_days: 30,
          max_uses: 1,
          expires_at: addDays(world.clock.now(), 1),
          created_at: world.clock.now(),
        })
        .execute();
      proxy.left = step;
      const first = await world.subscribe('adult', 'visa', { couponCode: 'ONCE' });
      finished = first.status === 201;
      expect([201, 503]).toContain(first.status);
      proxy.left = Number.POSITIVE_INFINITY;
      const again = await world.subscribe('adult', 'visa', { couponCode: 'ONCE' });
      expect([again.status, again.body.code]).toEqual(finished ? [409, 'already'] : [201, undefined]);
      expect(await world.planOf('adult')).toMatchObject({ state: 'trialing', couponCode: 'ONCE' });
      expect(await world.allAtProvider('adult')).toHaveLength(1);
      expect(await world.db.selectFrom('trial_coupons').select('uses').execute()).toEqual([{ uses: 1 }]);
      if (finished) break;
    }
    expect(finished).toBe(true);
  },
  120_000,
);

it('is applied by the webhook when the call is not repeated', async () => {
  proxy.loses = 'answer';
  for (const step of STEPS) {
    await world.clear();
    await world.card('visa');
    proxy.left = step;
    await world.subscribe('adult', 'visa', { trialDays: 0 });
    proxy.left = Number.POSITIVE_INFINITY;
    const made = await world.allAtProvider('adult');
    await world.deliverWebhooks();
    if (made.length === 0) continue;
    expect(await world.planOf('adult')).toMatchObject({ state: 'active' });
    expect((await world.as('adult').get('/me/sale-histories')).body.items).toHaveLength(1);
    return;
  }
  throw new Error('No step makes a subscription');
}, 120_000);
