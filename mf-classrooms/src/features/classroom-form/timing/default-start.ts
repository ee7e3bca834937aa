import { millisecondsInMinute } from 'date-fns/constants';

const HALF_HOUR_MS = 30 * millisecondsInMinute;
/** Minimum time to the default start, so that it is not past when the form is submitted. */
const SHORTEST_LEAD_MS = 5 * millisecondsInMinute;

/** Returns the next full or half hour on the viewer's clock that leaves time to fill in the form. */
export function defaultStart(now: Date): Date {
  // Zones with 15-minute offsets (Nepal is at +5:45) get their own full and half hours.
  const offsetMs = now.getTimezoneOffset() * millisecondsInMinute;
  const localMs = now.getTime() - offsetMs;
  return new Date(Math.ceil((localMs + SHORTEST_LEAD_MS) / HALF_HOUR_MS) * HALF_HOUR_MS + offsetMs);
}
