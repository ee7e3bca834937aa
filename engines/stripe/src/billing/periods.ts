import { tz } from '@date-fns/tz';
import { addMonths, getUnixTime } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

/** Returns the same day and UTC time of day in a later month, or that month's last day if it is shorter. */
export const monthsLater = (seconds: number, months: number): number =>
  getUnixTime(addMonths(seconds * 1000, months, { in: tz('UTC') }));

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/**
 * Returns the end of the period that begins at `start`. Months are counted from the anchor, so that a subscription
 * started on the 31st returns to the 31st after February.
 */
export function periodEnd(anchor: number, start: number, { interval, interval_count: count }: Interval): number {
  if (interval === 'day') return start + count * secondsInDay;
  if (interval === 'week') return start + count * 7 * secondsInDay;
  const months = interval === 'year' ? count * 12 : count;
  let periods = Math.max(1, Math.floor((start - anchor) / (31 * secondsInDay * months)));
  while (monthsLater(anchor, periods * months) <= start) periods += 1;
  return monthsLater(anchor, periods * months);
}
