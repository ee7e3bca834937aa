import { MAX_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { addWeeks } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

import { defaultStart } from './default-start';

/** Minimum time to the next start, so that it is not past when the form is submitted. */
const SHORTEST_LEAD_MS = 5 * millisecondsInMinute;

const isWithinReach = (start: Date, now: Date) => start.getTime() <= now.getTime() + MAX_DAYS_AHEAD * millisecondsInDay;

/** Returns the start and the same time of the following weeks, as far ahead as classrooms can be created. */
export function weeklyStarts(start: Date, now: Date): Date[] {
  const starts: Date[] = [];
  for (let next = start; isWithinReach(next, now); next = addWeeks(start, starts.length)) starts.push(next);
  return starts;
}

/** Returns the first time after now, by whole weeks from a start, or the default start if that is too far ahead. */
export function nextWeekly(start: Date, now: Date): Date {
  let weeks = 1;
  while (addWeeks(start, weeks).getTime() < now.getTime() + SHORTEST_LEAD_MS) weeks += 1;
  const next = addWeeks(start, weeks);
  return isWithinReach(next, now) ? next : defaultStart(now);
}
