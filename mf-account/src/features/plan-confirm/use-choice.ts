import type { Plan } from '@manabiba/shared/contract/plans';
import {
  checkTrialCoupon,
  getSubscription,
  getSubscriptionTrial,
  listSubscriptionPlans,
} from '@manabiba/shared/data/endpoints';
import { useEndpoint, useEndpointMutation, useSearchParams } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import { type AppliedCoupon, checkedCoupons } from '../../core/plans/applied-coupon';

/** The selection in the URL and everything that decides on it. */
export function useChoice() {
  const [search] = useSearchParams();
  const plans = useEndpoint(listSubscriptionPlans, {});
  const own = useEndpoint(getSubscription, {}, { maxAgeSeconds: 0 });
  const trial = useEndpoint(getSubscriptionTrial, {}, { maxAgeSeconds: 0 });
  const { coupon, isChecking } = useCoupon(search.get('coupon') ?? '');
  const plan = plans.data?.plans.find(({ id }) => id === search.get('plan'));
  const parts = [plans, own, trial];
  return {
    plan,
    subscription: own.data?.subscription ?? null,
    coupon: coupon && (coupon.planId === null || coupon.planId === plan?.id) ? coupon : null,
    isTrialOpen: trial.data?.eligible ?? false,
    isLoading: isChecking || parts.some(({ isLoading }) => isLoading),
    hasFailed: parts.some(({ data, error }) => error && !data),
    retry: () => {
      for (const part of parts) part.retry();
    },
  };
}

/** Returns the trial days with which the plan would start. */
export const trialDaysOf = (
  plan: Plan,
  { isTrialOpen, coupon }: { isTrialOpen: boolean; coupon: AppliedCoupon | null },
): number => (isTrialOpen ? (coupon?.trialDays ?? plan.trialDays) : 0);

/** Returns the coupon in the URL, or null when it cannot be used. */
function useCoupon(code: string): { coupon: AppliedCoupon | null; isChecking: boolean } {
  const { run } = useEndpointMutation(checkTrialCoupon);
  const known = checkedCoupons().get(code) ?? null;
  const [answered, setAnswered] = useState<{ code: string; coupon: AppliedCoupon | null }>({ code: '', coupon: null });
  const isNeeded = code !== '' && known === null && answered.code !== code;
  const check = useEffectEvent(async () => {
    const found = await run({ body: { code } }).catch(() => null);
    const coupon = found?.valid ? { code, trialDays: found.trialDays, planId: found.planId } : null;
    if (coupon) checkedCoupons().set(code, coupon);
    setAnswered({ code, coupon });
  });
  useEffect(() => {
    if (isNeeded) void check();
  }, [isNeeded]);
  return { coupon: known ?? (answered.code === code ? answered.coupon : null), isChecking: isNeeded };
}
