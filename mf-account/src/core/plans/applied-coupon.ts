import { personMemory } from '@manabiba/shared/platform';

/** A coupon that has been checked and is valid. */
export interface AppliedCoupon {
  code: string;
  /** Total days of the trial. */
  trialDays: number;
  /** The only plan it applies to; null for any. */
  planId: string | null;
}

/** Cache of checked coupons by code: checks are limited to ten an hour. */
export const checkedCoupons = personMemory(() => new Map<string, AppliedCoupon>());
