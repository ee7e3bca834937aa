import { addDays, setHours, startOfDay } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

const HALF_HOURS_A_DAY = 48;
/** The hour until which a pause lasts, and before which the coming one belongs to today. */
const MORNING_HOUR = 7;
const NIGHT_ENDS_HOUR = 5;

const pad = (value: number) => String(value).padStart(2, '0');

/** The times to choose from, every half hour, with any other time that is set. */
export function timeChoices(...set: readonly string[]): string[] {
  const half = Array.from(
    { length: HALF_HOURS_A_DAY },
    (_, index) => `${pad(Math.floor(index / 2))}:${index % 2 === 0 ? '00' : '30'}`,
  );
  return [...new Set([...half, ...set])].sort();
}

/** Formats 07:30 as 7:30. */
export const shownTime = (time: string) => time.replace(/^0/, '');

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** The quiet part of a day in percent of it: one span, or two when it goes through midnight. */
export function quietSpans(from: string, to: string): { start: number; length: number }[] {
  const percent = (minutes: number) => (minutes / minutesInDay) * 100;
  const [start, end] = [percent(minutesOf(from)), percent(minutesOf(to))];
  if (start < end) return [{ start, length: end - start }];
  return [
    { start: 0, length: end },
    { start, length: 100 - start },
  ].filter(({ length }) => length > 0);
}

/** The next morning in the viewer's own zone: until then a pause lasts. */
export function nextMorning(now: Date): { until: Date; name: '明日' | '今朝' } {
  const morning = setHours(startOfDay(now), MORNING_HOUR);
  const isNight = now.getHours() < NIGHT_ENDS_HOUR;
  return isNight ? { until: morning, name: '今朝' } : { until: addDays(morning, 1), name: '明日' };
}
