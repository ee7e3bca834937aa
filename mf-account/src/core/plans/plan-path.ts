import { paths } from '@manabiba/shared/platform';

/** The path where a plan is confirmed before it starts. */
export const confirmPath = (planId: string, couponCode?: string) =>
  paths.planConfirm.href({}, { plan: planId, coupon: couponCode });
