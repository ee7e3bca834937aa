import { deterministicId } from './deterministic';
import { DAY_MS } from './japan-time';
import type { Person } from './people';

const PLAN = 'plan_standard';
/** In days before now. */
const BEGAN = 120;
const FIRST_TRY = 4;
const SECOND_TRY = 2;
/** In days from now. */
const PERIOD_END = 14;
const NEXT_TRY = 1;
const GRACE_END = 10;

/**
 * Plans the subscriptions of demo users. They come from app stores, whose receipts are never checked here: the payment
 * provider knows nothing of the demo. One payment has failed.
 */
export function planSubscriptions(people: readonly Person[], now: Date) {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return people
    .filter(({ isSubscribed }) => isSubscribed)
    .map(({ id, key, age }) => {
      const isUnpaid = key === 'unpaid';
      return {
        id: deterministicId('sub', key),
        user_id: id,
        plan_id: age <= 24 && key !== 'subscriber' ? 'plan_student' : PLAN,
        provider: isUnpaid ? 'google_play' : 'app_store',
        provider_subscription_id: deterministicId('store', key),
        state: isUnpaid ? 'past_due' : 'active',
        started_at: inDays(-BEGAN),
        current_period_end: inDays(PERIOD_END),
        invoice_status: isUnpaid ? 'open' : 'paid',
        open_invoice_amount: isUnpaid ? 1000 : null,
        attempted_at: isUnpaid ? [inDays(-FIRST_TRY), inDays(-SECOND_TRY)] : [],
        next_retry_at: isUnpaid ? inDays(NEXT_TRY) : null,
        grace_ends_at: isUnpaid ? inDays(GRACE_END) : null,
        trial_days: 0,
        version: 0,
        cancel_at_period_end: false,
        cancel_reason: '',
        created_at: inDays(-BEGAN),
      };
    });
}
