import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { SubscriptionsRepository } from '../subscriptions.repository';
import type { TrialsRepository } from '../trials.repository';
import type { PlansRepository } from './plans.repository';

interface PlansAdminDeps {
  plans: PlansRepository;
  trials: TrialsRepository;
  subscriptions: SubscriptionsRepository;
  clock: Clock;
}

const SHOWN_COUPONS = 200;

export type PlansAdminService = ReturnType<typeof createPlansAdminService>;

/** Plans and coupons for staff. Codes are given as they are stored. */
export function createPlansAdminService({ plans, trials, subscriptions, clock }: PlansAdminDeps) {
  return {
    listPlans: () => plans.listAll(),
    /** Lists the latest coupons, latest first. */
    listCoupons: () => trials.listCoupons(SHOWN_COUPONS),
    findCoupon: (code: string) => trials.findCoupon(code),
    /** Ends a coupon. Returns until when it would have been valid; nothing when it is not valid any more or unknown. */
    async endCoupon(trx: Trx, code: string): Promise<Date | undefined> {
      const coupon = await trials.lockCoupon(trx, code);
      // Read after the lock: a time from before it may precede the end that another request just stored.
      const now = clock.now();
      if (!coupon || coupon.expires_at <= now) return undefined;
      await trials.expireCoupon(trx, code, now);
      return coupon.expires_at;
    },
    /** Returns whether the plan was active before; nothing when there is none. */
    setPlanActive: (trx: Trx, id: string, isActive: boolean): Promise<boolean | undefined> =>
      plans.setActive(trx, id, isActive),

    /** Replaces a plan by one with a new price. Returns its id and the price before, or why it does not. */
    async changePrice(
      trx: Trx,
      planId: string,
      price: number,
    ): Promise<{ id: string; before: number } | 'unknown' | 'replaced' | 'same'> {
      const plan = await plans.lock(trx, planId);
      if (!plan) return 'unknown';
      if (plan.successor_id !== null) return 'replaced';
      if (plan.price === price) return 'same';
      const id = newId('plan');
      await plans.replace(trx, plan, { id, price });
      return { id, before: plan.price };
    },

    /** Returns false when the code exists already. */
    createCoupon: (
      trx: Trx,
      coupon: { code: string; trialDays: number; maxUses: number; planId: string | null; expiresAt: Date },
    ): Promise<boolean> =>
      trials.insertCoupon(trx, {
        code: coupon.code,
        trial_days: coupon.trialDays,
        max_uses: coupon.maxUses,
        plan_id: coupon.planId,
        expires_at: coupon.expiresAt,
        created_at: clock.now(),
      }),

    /** Returns the user's subscription with an open payment; null when there is none. */
    async findUnpaid(userId: string): Promise<string | null> {
      const row = await subscriptions.findLive(userId);
      return row?.open_invoice_id ? row.id : null;
    },
  };
}
