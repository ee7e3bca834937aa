import { MAX_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { addHours, addMinutes, addWeeks } from 'date-fns';

import { defaultStart, SHORTEST_LEAD_MINUTES } from './default-start';

const isWithinReach = (start: Date, now: Date) => start <= addHours(now, MAX_DAYS_AHEAD * 24);

/** Returns the start and the same time of the following weeks, as far ahead as classrooms can be created. */
export function weeklyStarts(start: Date, now: Date): Date[] {
  const starts: Date[] = [];
  for (let next = start; isWithinReach(next, now); next = addWeeks(start, starts.length)) starts.push(next);
  return starts;
}

/** Returns the first time after now, by whole weeks from a start, or the default start if that is too far ahead. */
export function nextWeekly(start: Date, now: Date): Date {
  let weeks = 1;
  while (addWeeks(start, weeks) < addMinutes(now, SHORTEST_LEAD_MINUTES)) weeks += 1;
  const next = addWeeks(start, weeks);
  return isWithinReach(next, now) ? next : defaultStart(now);
}
