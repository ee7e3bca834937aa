/** Japan's UTC offset: nine hours, all year. */
const AHEAD_MS = 9 * 3_600_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/**
 * Anything that starts within this many milliseconds counts as begun: nothing in the demo starts while it is being set
 * up.
 */
const LEAD_MS = 10 * MINUTE_MS;

/** A time of day in Japan, that many days after today. `at(now, 1, '9:00')` is tomorrow morning. */
export function at(now: Date, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const midnight = Math.floor((now.getTime() + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS;
  return new Date(midnight + days * DAY_MS + (hours * 60 + minutes) * MINUTE_MS);
}

/**
 * The `turn`-th occurrence of `time` in Japan relative to now: 0 is the next one, today or tomorrow. Negative turns go
 * back: -1 is the last one for which `lengthMs` have passed.
 */
export function turnOf(now: Date, time: string, turn: number, lengthMs: number): Date {
  const today = at(now, 0, time).getTime();
  if (turn >= 0) return new Date(today + (today - now.getTime() < LEAD_MS ? turn + 1 : turn) * DAY_MS);
  const isOver = today + lengthMs + LEAD_MS <= now.getTime();
  return new Date(today + (isOver ? turn + 1 : turn) * DAY_MS);
}

/** The first such weekday (0 is Sunday) at least that many days ahead. */
export function weekdayFrom(now: Date, fromDays: number, weekday: number, time: string): Date {
  const first = at(now, fromDays, time);
  const given = new Date(first.getTime() + AHEAD_MS).getUTCDay();
  return new Date(first.getTime() + ((weekday - given + 7) % 7) * DAY_MS);
}

/** Rounds down to a full five minutes: rooms open at such times. */
export const lastFullFive = (time: Date) => new Date(Math.floor(time.getTime() / (5 * MINUTE_MS)) * 5 * MINUTE_MS);

/** Moves times between midnight and seven in Japan to the evening before. */
export function notAtNight(time: Date): Date {
  const hour = new Date(time.getTime() + AHEAD_MS).getUTCHours();
  return hour < 7 ? plus(time, -60 * (hour + 2)) : time;
}

export const plus = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE_MS);

/** The date in Japan, yyyy-MM-dd. */
const dayOf = (time: Date) => new Date(time.getTime() + AHEAD_MS).toISOString().slice(0, 10);

/** Returns a date of birth that gives this age now and for months to come. */
export function birthDateFor(now: Date, age: number, spreadDays = 0): string {
  const birthday = new Date(now.getTime() - (40 + (spreadDays % 200)) * DAY_MS);
  const [year, rest] = [dayOf(birthday).slice(0, 4), dayOf(birthday).slice(4)];
  // 29 February does not exist in every year.
  return `${Number(year) - age}${rest === '-02-29' ? '-02-28' : rest}`;
}
