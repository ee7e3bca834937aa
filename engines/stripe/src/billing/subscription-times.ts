import { secondsInDay, secondsInHour } from 'date-fns/constants';

import type { Kinds } from '../work/kinds';

type Subscription = Kinds['subscription'];

/** How long before its end a trial is announced. */
const TRIAL_NOTICE_SECONDS = 3 * secondsInDay;
/** How long the first payment may take. */
const INCOMPLETE_SECONDS = 23 * secondsInHour;

export const currentPeriodEnd = ({ items }: Subscription) => items.data[0]?.current_period_end ?? 0;

/** Returns when the announcement of a trial's end is due, or undefined when it has been sent. */
export function trialNoticeAt({
  status,
  trial_end: end,
  _isTrialEndTold: isTold,
  created,
}: Subscription): number | undefined {
  if (status !== 'trialing' || end === null || isTold) return undefined;
  return Math.max(created, end - TRIAL_NOTICE_SECONDS);
}

/** Returns when a subscription is next due: to announce a trial end, renew, end, or expire its first payment. */
export function nextDue(subscription: Subscription): number | null {
  const { status, created, cancel_at: cancelAt } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return null;
  if (status === 'incomplete') return created + INCOMPLETE_SECONDS;
  return Math.min(
    currentPeriodEnd(subscription),
    cancelAt ?? Number.MAX_SAFE_INTEGER,
    trialNoticeAt(subscription) ?? Number.MAX_SAFE_INTEGER,
  );
}
