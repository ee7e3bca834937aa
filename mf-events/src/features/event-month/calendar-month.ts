import { calendarParts, dayKey } from '@manabiba/shared/format/date-time';

/** A month of the reader's wall calendar. Days are local dates at midnight. */
export interface CalendarMonth {
  first: Date;
  /** Whole weeks from Sunday: the first and the last may hold days of the months beside it. */
  weeks: Date[][];
  /** From the first moment of the first week to the first one after the last. */
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

/** What the URL says of a day: 2026-12-05; of a month: 2026-12. */
export const dateParam = (day: Date) => dayKey(day);
export const monthParam = (day: Date) => dayKey(day).slice(0, 7);

/** Reads ?date=; `day` is null where only a month is told. What is no date counts as nothing told. */
export function readDate(text: string | undefined): { month: Date; day: Date | null } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text ?? '');
  if (!match) return null;
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const date = new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
  const isReal = date.getFullYear() === year && date.getMonth() === (month ?? 0) - 1 && date.getDate() === (day ?? 1);
  return isReal ? { month: date, day: day === undefined ? null : date } : null;
}
