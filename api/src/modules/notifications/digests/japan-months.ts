import { TZDate } from '@date-fns/tz';
import { isSunday, lightFormat, startOfMonth, subMonths } from 'date-fns';

import { inJapan } from '../../../platform/moments';

/** The month before that of `now` in Japan: its name, and where it begins and ends. */
export function lastMonthInJapan(now: Date): { month: string; label: string; from: Date; to: Date } {
  const to = startOfMonth(now, inJapan);
  const from = subMonths(to, 1);
  return {
    month: lightFormat(from, 'yyyy-MM'),
    label: lightFormat(from, 'y年M月'),
    from: new Date(from),
    to: new Date(to),
  };
}

/** Returns whether it is Sunday morning, at the given hour or later, in a time zone. */
export function isSundayFrom(hour: number, timeZone: string, now: Date): boolean {
  const local = new TZDate(now, timeZone);
  return isSunday(local) && local.getHours() >= hour;
}
