import type { SignedInMe } from '@manabiba/shared/contract/users';
import { getSubscription, getSubscriptionTrial } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useMe } from '@manabiba/shared/platform';

import { isRunning } from '../../core/plans/plan-words';

/** The viewer's situation regarding plans: identity, running plan, and trial eligibility. */
export function usePlanSituation() {
  const viewer = useMe();
  const me: SignedInMe | null = isSignedIn(viewer) ? viewer : null;
  const input = me ? {} : null;
  const own = useEndpoint(getSubscription, input, { maxAgeSeconds: 0 });
  const trial = useEndpoint(getSubscriptionTrial, input, { maxAgeSeconds: 0 });
  const subscription = own.data?.subscription ?? null;
  return {
    me,
    /** Whether some of it is still loading. */
    isLoading: own.isLoading || trial.isLoading,
    error: (own.data ? undefined : own.error) ?? (trial.data ? undefined : trial.error),
    retry: () => {
      own.retry();
      trial.retry();
    },
    running: isRunning(subscription) ? subscription : null,
    isTrialOpen: me ? (trial.data?.eligible ?? false) : true,
  };
}

export type PlanSituation = ReturnType<typeof usePlanSituation>;
