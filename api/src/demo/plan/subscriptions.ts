import { addDays } from 'date-fns';

import { deterministicId } from './deterministic';
import type { Person } from './people';

const PLAN = 'plan_standard';
/** In days before now. */
const BEGAN = 120;
/** In days from now. */
const PERIOD_END = 14;

/**
 * Plans the subscriptions of demo users. They come from app stores, whose receipts are never checked here: the payment
 * provider knows nothing of the demo. `fillUnpaidPlan` replaces one of them by a plan whose payment has failed.
 */
export function planSubscriptions(people: readonly Person[], now: Date) {
  const inDays = (days: number) => addDays(now, days);
  return people
    .filter(({ isSubscribed }) => isSubscribed)
    .map(({ id, key, age }) => ({
      id: deterministicId('sub', key),
      user_id: id,
      plan_id: age <= 24 && key !== 'subscriber' ? 'plan_student' : PLAN,
      provider: key === 'unpaid' ? 'google_play' : 'app_store',
      provider_subscription_id: deterministicId('store', key),
      state: 'active',
      started_at: inDays(-BEGAN),
      current_period_end: inDays(PERIOD_END),
      invoice_status: 'paid',
      attempted_at: [],
      trial_days: 0,
      version: 0,
      cancel_at_period_end: false,
      cancel_reason: '',
      created_at: inDays(-BEGAN),
    }));
}
