import { getSubscription } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { NoPlan, StoppedPlan, StorePlan } from './other-plans';
import { ActivePlan, EndingPlan, TrialPlan } from './own-plan';
import { planView } from './plan-view';
import { UnpaidPlan } from './unpaid-plan';

/** The settings-plan slot: the current subscription and its actions. */
export function PlanSettings() {
  const { data, error, isRefreshing, retry } = useEndpoint(getSubscription, {}, { maxAgeSeconds: 0 });
  if (error && !data)
    return <ErrorState title="プランを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />;
  if (!data) return <SkeletonRows count={1} />;
  const view = planView(data.subscription);
  switch (view.kind) {
    case 'none':
      return <NoPlan />;
    case 'stopped':
      return <StoppedPlan subscription={view.subscription} />;
    case 'store':
      return <StorePlan subscription={view.subscription} />;
    case 'unpaid':
      return <UnpaidPlan subscription={view.subscription} />;
    case 'ending':
      return <EndingPlan subscription={view.subscription} />;
    case 'trial':
      return <TrialPlan subscription={view.subscription} />;
    case 'active':
      return <ActivePlan subscription={view.subscription} />;
  }
}
