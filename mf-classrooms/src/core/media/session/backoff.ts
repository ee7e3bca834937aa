const FIRST_MS = 500;
const LONGEST_MS = 8000;

/**
 * Returns the delay before the next connection attempt, in milliseconds. It doubles with each attempt and has jitter,
 * so that clients do not all reconnect to a restarted server at once.
 *
 * @param attempt 0 for the first.
 * @param chance a random number from 0 to 1.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(full * (0.5 + chance / 2));
}
