const FIRST_MS = 500;
const LONGEST_MS = 8000;

/**
 * Returns how long to wait before the next attempt to connect, in milliseconds: doubled each time, and spread, so that a
 * restarted server does not meet everyone at once.
 *
 * @param attempt 0 for the first.
 * @param chance 0 to 1.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(full * (0.5 + chance / 2));
}
