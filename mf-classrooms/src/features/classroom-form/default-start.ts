const HALF_HOUR_MS = 30 * 60_000;
/** Minimum time to the default start, so that it is not past when the form is submitted. */
const SHORTEST_LEAD_MS = 5 * 60_000;

/** Returns the next full or half hour on the viewer's clock that leaves time to fill in the form. */
export function defaultStart(now: Date): Date {
  // Zones with 15-minute offsets (Nepal is at +5:45) get their own full and half hours.
  const offsetMs = now.getTimezoneOffset() * 60_000;
  const localMs = now.getTime() - offsetMs;
  return new Date(Math.ceil((localMs + SHORTEST_LEAD_MS) / HALF_HOUR_MS) * HALF_HOUR_MS + offsetMs);
}
