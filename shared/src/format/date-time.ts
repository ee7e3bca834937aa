import { tzOffset } from '@date-fns/tz/tzOffset';
import { millisecondsInDay } from 'date-fns/constants';

/** A moment as an ISO string or a Date. */
export type Moment = Date | string | number;

/** A moment as calendar date and clock time. `weekday` counts from Sunday = 0. */
export interface CalendarParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  weekday: number;
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;
const englishWeekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const JAPAN_OFFSET_MINUTES = 540;

const pad = (value: number) => String(value).padStart(2, '0');

declare global {
  /**
   * Returns the zone in which a server-rendered page shows its dates, set by the shell on both sides; undefined:
   * the viewer's own. Global, because each remote has its own copy of this file.
   */
  var pageTimeZone: (() => string | undefined) | undefined;
}

/** Creating an Intl formatter is slow and a list needs hundreds, so one is cached per zone. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatterOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    weekday: 'short',
  });
  formatters.set(timeZone, made);
  return made;
}

/**
 * Returns the calendar date and clock time of a moment.
 *
 * Every formatting function here defaults to the zone of the page, which is the viewer's own unless the server has
 * rendered the page in another.
 */
export function calendarParts(moment: Moment, timeZone?: string): CalendarParts {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone ?? globalThis.pageTimeZone?.()).formatToParts(new Date(moment)))
    found[type] = value;
  return {
    year: Number(found.year),
    month: Number(found.month),
    day: Number(found.day),
    hour: Number(found.hour),
    minute: Number(found.minute),
    weekday: englishWeekdays.indexOf(found.weekday ?? ''),
  };
}

/** 2026年11月21日(土) */
export function formatDate(moment: Moment, timeZone?: string): string {
  const { year, month, day, weekday } = calendarParts(moment, timeZone);
  return `${year}年${month}月${day}日(${weekdays[weekday]})`;
}

/** 11月21日(土), for lists where the year is obvious. */
export function formatMonthDay(moment: Moment, timeZone?: string): string {
  const { month, day, weekday } = calendarParts(moment, timeZone);
  return `${month}月${day}日(${weekdays[weekday]})`;
}

/** 11月21日; with the year when it differs from that of `now`. For comments and archives. */
export function formatShortDate(moment: Moment, now: Moment, timeZone?: string): string {
  const { year, month, day } = calendarParts(moment, timeZone);
  return calendarParts(now, timeZone).year === year ? `${month}月${day}日` : `${year}年${month}月${day}日`;
}

/** 13:45, 9:00 */
export function formatTime(moment: Moment, timeZone?: string): string {
  const { hour, minute } = calendarParts(moment, timeZone);
  return `${hour}:${pad(minute)}`;
}

/** 日本時間 where the clock runs at UTC+9, otherwise null, because the name would be wrong. */
export function timeZoneNote(moment: Moment, timeZone?: string): '日本時間' | null {
  const zone = timeZone ?? globalThis.pageTimeZone?.();
  return tzOffset(zone, new Date(moment)) === JAPAN_OFFSET_MINUTES ? '日本時間' : null;
}

/** 2026年11月21日(土)13:45(日本時間) */
export function formatDateTime(moment: Moment, timeZone?: string): string {
  const note = timeZoneNote(moment, timeZone);
  return `${formatDate(moment, timeZone)}${formatTime(moment, timeZone)}${note === null ? '' : `(${note})`}`;
}

/** 2026-11-21: a key shared by all moments of one calendar day, for grouping. */
export function dayKey(moment: Moment, timeZone?: string): string {
  const { year, month, day } = calendarParts(moment, timeZone);
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** Returns the number of calendar days between: 0 today, 1 tomorrow, -1 yesterday, regardless of the time. */
export function daysBetween(now: Moment, moment: Moment, timeZone?: string): number {
  const dayOf = (value: Moment) => {
    const { year, month, day } = calendarParts(value, timeZone);
    return Date.UTC(year, month - 1, day) / millisecondsInDay;
  };
  return dayOf(moment) - dayOf(now);
}

/** A day's heading: 今日, 明日 or 昨日 with the date beside it, otherwise the date alone. */
export interface DayHeading {
  heading: string;
  note: string | null;
}

/** Returns the heading of one day in a list grouped by day. */
export function formatDayHeading(moment: Moment, now: Moment, timeZone?: string): DayHeading {
  const names: Record<string, string> = { '-1': '昨日', '0': '今日', '1': '明日' };
  const name = names[String(daysBetween(now, moment, timeZone))];
  const sameYear = calendarParts(moment, timeZone).year === calendarParts(now, timeZone).year;
  const date = sameYear ? formatMonthDay(moment, timeZone) : formatDate(moment, timeZone);
  return name === undefined ? { heading: date, note: null } : { heading: name, note: date };
}
