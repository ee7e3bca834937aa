import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  changePlanPrice,
  createCoupon,
  endCoupon,
  listCoupons,
  listStaffPlans,
  StaffCoupon,
} from '@manabiba/shared/contract/staff-plans';
import type * as z from 'zod/mini';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { PlansStaffService } from '../plans-staff.service';

type CouponRow = Awaited<ReturnType<PlansStaffService['coupons']>>[number];

export type StaffPlansService = ReturnType<typeof createStaffPlansService>;

const refusedFields = {
  taken: { code: 'このコードのクーポンはすでにあります。' },
  unknown_plan: { planId: 'このプランはありません。' },
  past: { lastDay: 'これからの日付を入力してください。' },
};

/** Plans and coupons, as the calls of the staff show and change them. */
export function createStaffPlansService({ plans, clock }: { plans: PlansStaffService; clock: Clock }) {
  function stateOf({ uses, max_uses: max, expires_at: end }: CouponRow): StaffCoupon['state'] {
    if (end <= clock.now()) return 'expired';
    return uses >= max ? 'used_up' : 'valid';
  }

  return {
    async listPlans(): Promise<EndpointOutput<typeof listStaffPlans>> {
      const rows = await plans.plans();
      return {
        items: rows.map(({ trial_days: trialDays, is_active: isOnSale, new_price: newPrice, ...row }) => {
          const { id, name, price, interval, audience, subscribers, trials } = row;
          return { id, name, price, interval, audience, trialDays, isOnSale, subscribers, trials, newPrice };
        }),
      };
    },

    /** Throws `not_found`. */
    async setSale(
      who: string,
      planId: string,
      { isOnSale, reason }: { isOnSale: boolean; reason: string },
    ): Promise<void> {
      if (!(await plans.setPlanActive(who, planId, isOnSale, reason))) throw new AppError('not_found');
    },

    /** Throws `not_found`, `already` for a plan that is being replaced, and `invalid` for the price that it has. */
    async changePrice(
      who: string,
      planId: string,
      change: z.output<(typeof changePlanPrice)['body']>,
    ): Promise<{ id: string }> {
      const outcome = await plans.changePrice(who, planId, change);
      if (outcome === 'unknown') throw new AppError('not_found');
      if (outcome === 'replaced') throw new AppError('already');
      if (outcome === 'same') throw new AppError('invalid', { fields: { price: 'いまと同じ料金です。' } });
      return outcome;
    },

    async listCoupons(): Promise<EndpointOutput<typeof listCoupons>> {
      const [rows, known] = await Promise.all([plans.coupons(), plans.plans()]);
      return {
        items: rows.map((row) => {
          const plan = known.find(({ id }) => id === row.plan_id);
          return {
            code: row.code,
            trialDays: row.trial_days,
            uses: row.uses,
            maxUses: row.max_uses,
            expiresAt: row.expires_at.toISOString(),
            plan: plan ? { id: plan.id, name: plan.name } : null,
            state: stateOf(row),
          };
        }),
      };
    },

    /** Throws `invalid` with the field that is at fault. */
    async createCoupon(who: string, coupon: z.output<(typeof createCoupon)['body']>): Promise<{ code: string }> {
      const outcome = await plans.createCoupon(who, coupon);
      if (typeof outcome === 'string') throw new AppError('invalid', { fields: refusedFields[outcome] });
      return outcome;
    },

    /** Throws `not_found`, and `already` for a coupon that has expired. */
    async endCoupon(who: string, { code, reason }: z.output<(typeof endCoupon)['body']>): Promise<void> {
      const outcome = await plans.endCoupon(who, code, reason);
      if (outcome !== 'ended') throw new AppError(outcome === 'over' ? 'already' : 'not_found');
    },
  };
}
