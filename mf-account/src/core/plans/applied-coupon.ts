import { personMemory } from '@manabiba/shared/platform';

/** A coupon that was checked and found good. */
export interface AppliedCoupon {
  code: string;
  /** Of the whole trial. */
  trialDays: number;
  /** The only plan that it is for; null: any. */
  planId: string | null;
}

/** What was checked already, by its code: a check counts, and there are ten an hour. */
export const checkedCoupons = personMemory(() => new Map<string, AppliedCoupon>());
