const HALF_HOUR_MS = 30 * 60_000;
/** A start that is nearer than this would be past before the form is filled in. */
const SHORTEST_LEAD_MS = 5 * 60_000;

/** The next full or half hour of the viewer's clock that leaves time to fill in the form. */
export function defaultStart(now: Date): Date {
  // Zones with odd quarters (Nepal is at +5:45) still get their own full and half hours.
  const offsetMs = now.getTimezoneOffset() * 60_000;
  const localMs = now.getTime() - offsetMs;
  return new Date(Math.ceil((localMs + SHORTEST_LEAD_MS) / HALF_HOUR_MS) * HALF_HOUR_MS + offsetMs);
}
