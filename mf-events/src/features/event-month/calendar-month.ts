import { calendarParts, formatDateInput } from '@manabiba/shared/format/date-time';

/** A month of the calendar. Days are local dates at midnight, whatever the zone of the page is. */
export interface CalendarMonth {
  first: Date;
  /** Whole weeks from Sunday: the first and last may include days of the adjacent months. */
  weeks: Date[][];
  /** From the start of the first week to the end of the last, exclusive, in the zone of the page. */
  from: Date;
  to: Date;
}

export function startOfDay(moment: Date): Date {
  const { year, month, day } = calendarParts(moment);
  return new Date(year, month - 1, day);
}

export function monthOf(day: Date): CalendarMonth {
  const [year, month] = [day.getFullYear(), day.getMonth()];
  const first = new Date(year, month, 1);
  const weekCount = Math.ceil((first.getDay() + new Date(year, month + 1, 0).getDate()) / 7);
  const dayAt = (index: number) => new Date(year, month, 1 - first.getDay() + index);
  const weeks = Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => dayAt(week * 7 + weekday)),
  );
  return { first, weeks, from: momentOn(dayAt(0), 0), to: momentOn(dayAt(weekCount * 7), 0) };
}

/** Returns the moment at which it is this hour of a day in the zone of the page. Without an hour: noon. */
export function momentOn(day: Date, hour = 12): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  const local = new Date(year, month, date, hour);
  const shown = calendarParts(local);
  const aheadMs = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute);
  return new Date(local.getTime() + Date.UTC(year, month, date, hour) - aheadMs);
}

export const isInMonth = (day: Date, { first }: CalendarMonth) =>
  day.getFullYear() === first.getFullYear() && day.getMonth() === first.getMonth();

/** Formats a day for the URL: 2026-12-05, or a month: 2026-12. */
export const dateParam = (day: Date) => formatDateInput(day).replaceAll('/', '-');
export const monthParam = (day: Date) => dateParam(day).slice(0, 7);

/** Parses ?date=; `day` is null when only a month is given. An invalid date is treated as absent. */
export function readDate(text: string | undefined): { month: Date; day: Date | null } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text ?? '');
  if (!match) return null;
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const date = new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
  const isReal = date.getFullYear() === year && date.getMonth() === (month ?? 0) - 1 && date.getDate() === (day ?? 1);
  return isReal ? { month: date, day: day === undefined ? null : date } : null;
}
