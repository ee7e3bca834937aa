import { TZDateMini } from '@date-fns/tz/date/mini';
import { calendarParts } from '@manabiba/shared/format/date-time';
import { formatDateInput } from '@manabiba/shared/format/date-time-input';
import {
  addDays,
  eachDayOfInterval,
  eachWeekOfInterval,
  endOfMonth,
  endOfWeek,
  isValid,
  parseISO,
  startOfMonth,
  startOfWeek,
} from 'date-fns';

/** A month of the calendar. Days are local dates at midnight, whatever the zone of the page is. */
export interface CalendarMonth {
  first: Date;
  /** Whole weeks from Sunday: the first and last may include days of the adjacent months. */
  weeks: Date[][];
  /** From the start of the first week to the end of the last, exclusive, in the zone of the page. */
  from: Date;
  to: Date;
}

/** Returns the day of a moment in the zone of the page, as a local date. */
export function shownDay(moment: Date): Date {
  const { year, month, day } = calendarParts(moment);
  return new Date(year, month - 1, day);
}

export function monthOf(day: Date): CalendarMonth {
  const first = startOfMonth(day);
  const sundays = eachWeekOfInterval({ start: first, end: endOfMonth(day) });
  return {
    first,
    weeks: sundays.map((start) => eachDayOfInterval({ start, end: endOfWeek(start) })),
    from: momentOn(startOfWeek(first), 0),
    to: momentOn(addDays(endOfWeek(endOfMonth(day)), 1), 0),
  };
}

/** Returns the moment at which it is this hour of a day in the zone of the page. Without an hour: noon. */
export function momentOn(day: Date, hour = 12): Date {
  const zone = globalThis.pageTimeZone?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return new Date(new TZDateMini(day.getFullYear(), day.getMonth(), day.getDate(), hour, zone));
}

/** Formats a day for the URL: 2026-12-05, or a month: 2026-12. */
export const dateParam = (day: Date) => formatDateInput(day).replaceAll('/', '-');
export const monthParam = (day: Date) => dateParam(day).slice(0, 7);

/** Parses ?date=; `day` is null when only a month is given. An invalid date is treated as absent. */
export function readDate(text: string | undefined): { month: Date; day: Date | null } | null {
  if (text === undefined || !/^[1-9]\d{3}-\d{2}(-\d{2})?$/.test(text)) return null;
  const date = parseISO(text);
  return isValid(date) ? { month: date, day: text.length === 'yyyy-MM'.length ? null : date } : null;
}
