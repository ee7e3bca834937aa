import type { Subscription } from '@manabiba/shared/contract/plans';

import { isRunning } from '../../core/plans/plan-words';

/** The views of the plan card, each with its own texts and buttons. */
export type PlanView =
  | { kind: 'none' }
  | { kind: 'stopped' | 'store' | 'unpaid' | 'ending' | 'trial' | 'active'; subscription: Subscription };

/** Returns the view of a subscription. An open invoice outranks a cancellation because it ends the plan first. */
export function planView(subscription: Subscription | null): PlanView {
  if (!isRunning(subscription))
    return subscription?.endReason === 'unpaid' ? { kind: 'stopped', subscription } : { kind: 'none' };
  if (subscription.manageUrl !== null) return { kind: 'store', subscription };
  if (subscription.state === 'past_due') return { kind: 'unpaid', subscription };
  if (subscription.willUnsubscribed) return { kind: 'ending', subscription };
  return { kind: subscription.state === 'trialing' ? 'trial' : 'active', subscription };
}
