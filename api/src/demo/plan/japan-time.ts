import {
  addDays,
  addMinutes,
  getDay,
  getHours,
  lightFormat,
  roundToNearestMinutes,
  startOfDay,
  subDays,
  subMinutes,
  subYears,
} from 'date-fns';

import { inJapan } from '../../platform/moments';

/** Anything that starts within this many minutes counts as begun: nothing starts while the demo is being set up. */
const LEAD_MINUTES = 10;

/** A time of day in Japan, that many days after today. `at(now, 1, '9:00')` is tomorrow morning. */
export function at(now: Date, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(addMinutes(startOfDay(addDays(now, days, inJapan)), hours * 60 + minutes));
}

/**
 * The `turn`-th occurrence of `time` in Japan relative to now: 0 is the next one, today or tomorrow. Negative turns go
 * back: -1 is the last one for which `lengthMinutes` have passed.
 */
export function turnOf(now: Date, time: string, turn: number, lengthMinutes: number): Date {
  const today = at(now, 0, time);
  const isDone =
    turn >= 0 ? today < addMinutes(now, LEAD_MINUTES) : addMinutes(today, lengthMinutes + LEAD_MINUTES) <= now;
  return at(now, isDone ? turn + 1 : turn, time);
}

/** The first such weekday (0 is Sunday) at least that many days ahead. */
export const weekdayFrom = (now: Date, fromDays: number, weekday: number, time: string): Date =>
  at(now, fromDays + ((weekday - getDay(at(now, fromDays, time), inJapan) + 7) % 7), time);

/** Rounds down to a full five minutes: rooms open at such times. */
export const lastFullFive = (time: Date) =>
  new Date(roundToNearestMinutes(time, { nearestTo: 5, roundingMethod: 'floor', ...inJapan }));

/** Moves times between midnight and seven in Japan to the evening before. */
export function notAtNight(time: Date): Date {
  const hour = getHours(time, inJapan);
  return hour < 7 ? subMinutes(time, 60 * (hour + 2)) : time;
}

/** Returns a date of birth that gives this age now and for months to come. */
export const birthDateFor = (now: Date, age: number, spreadDays = 0): string =>
  lightFormat(subYears(subDays(now, 40 + (spreadDays % 200), inJapan), age), 'yyyy-MM-dd');
