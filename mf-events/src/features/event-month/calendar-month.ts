import { calendarParts, dayKey } from '@manabiba/shared/format/date-time';

/** A month in the viewer's local calendar. Days are local dates at midnight. */
export interface CalendarMonth {
  first: Date;
  /** Whole weeks from Sunday: the first and last may include days of the adjacent months. */
  weeks: Date[][];
  /** From the start of the first week to the end of the last, exclusive. */
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
  return { first, weeks, from: dayAt(0), to: dayAt(weekCount * 7) };
}

export const isInMonth = (day: Date, { first }: CalendarMonth) =>
  day.getFullYear() === first.getFullYear() && day.getMonth() === first.getMonth();

/** Formats a day for the URL: 2026-12-05, or a month: 2026-12. */
export const dateParam = (day: Date) => dayKey(day);
export const monthParam = (day: Date) => dayKey(day).slice(0, 7);

/** Parses ?date=; `day` is null when only a month is given. An invalid date is treated as absent. */
export function readDate(text: string | undefined): { month: Date; day: Date | null } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text ?? '');
  if (!match) return null;
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const date = new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
  const isReal = date.getFullYear() === year && date.getMonth() === (month ?? 0) - 1 && date.getDate() === (day ?? 1);
  return isReal ? { month: date, day: day === undefined ? null : date } : null;
}
