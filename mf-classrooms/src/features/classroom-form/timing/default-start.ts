import { addMinutes } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

const HALF_HOUR_MS = 30 * millisecondsInMinute;
/** Minimum time to a suggested start, in minutes, so that it is not past when the form is submitted. */
export const SHORTEST_LEAD_MINUTES = 5;

/** Returns the next full or half hour on the viewer's clock that leaves time to fill in the form. */
export function defaultStart(now: Date): Date {
  // Zones with 15-minute offsets (Nepal is at +5:45) get their own full and half hours.
  const offsetMs = now.getTimezoneOffset() * millisecondsInMinute;
  const localMs = addMinutes(now, SHORTEST_LEAD_MINUTES).getTime() - offsetMs;
  return new Date(Math.ceil(localMs / HALF_HOUR_MS) * HALF_HOUR_MS + offsetMs);
}
