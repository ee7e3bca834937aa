import type { Stripe } from 'stripe';

const DAY = 86_400;

/** Returns the same day and UTC time of day in a later month, or that month's last day if it is shorter. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/**
 * Returns the end of the period that begins at `start`. Months are counted from the anchor, so that a subscription
 * started on the 31st returns to the 31st after February.
 */
export function periodEnd(anchor: number, start: number, { interval, interval_count: count }: Interval): number {
  if (interval === 'day') return start + count * DAY;
  if (interval === 'week') return start + count * 7 * DAY;
  const months = interval === 'year' ? count * 12 : count;
  let periods = Math.max(1, Math.floor((start - anchor) / (31 * DAY * months)));
  while (addMonths(anchor, periods * months) <= start) periods += 1;
  return addMonths(anchor, periods * months);
}
