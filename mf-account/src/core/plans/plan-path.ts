import { paths } from '@manabiba/shared/platform';

/** Where a plan is confirmed before it begins. */
export const confirmPath = (planId: string, couponCode?: string) =>
  paths.planConfirm.href({}, { plan: planId, coupon: couponCode });
