import { addMinutes, roundToNearestMinutes } from 'date-fns';

/** Minimum time to a suggested start, in minutes, so that it is not past when the form is submitted. */
export const SHORTEST_LEAD_MINUTES = 5;

/** Returns the next full or half hour on the viewer's clock that leaves time to fill in the form. */
export function defaultStart(now: Date): Date {
  return roundToNearestMinutes(addMinutes(now, SHORTEST_LEAD_MINUTES), { nearestTo: 30, roundingMethod: 'ceil' });
}
