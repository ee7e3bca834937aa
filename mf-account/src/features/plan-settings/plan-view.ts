import type { Subscription } from '@manabiba/shared/contract/plans';

import { isRunning } from '../../core/plans/plan-words';

/** What the card about a plan shows: each has words and buttons of its own. */
export type PlanView =
  | { kind: 'none' }
  | { kind: 'stopped' | 'store' | 'unpaid' | 'ending' | 'trial' | 'active'; subscription: Subscription };

/** How somebody's plan is shown. An open payment outranks a cancellation: it is what ends the plan first. */
export function planView(subscription: Subscription | null): PlanView {
  if (!isRunning(subscription))
    return subscription?.endReason === 'unpaid' ? { kind: 'stopped', subscription } : { kind: 'none' };
  if (subscription.manageUrl !== null) return { kind: 'store', subscription };
  if (subscription.state === 'past_due') return { kind: 'unpaid', subscription };
  if (subscription.willUnsubscribed) return { kind: 'ending', subscription };
  return { kind: subscription.state === 'trialing' ? 'trial' : 'active', subscription };
}
