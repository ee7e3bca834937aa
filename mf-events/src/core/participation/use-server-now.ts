import { serverClock, useNow } from '@manabiba/shared/platform';

/** Server timestamps have one-second resolution and arrive with latency, so a smaller offset is ignored. */
const TOLERANCE_MS = 2000;

/**
 * Returns the current time by the server clock, taken from its responses, so that a wrong device clock does not matter.
 */
export function useServerNow(intervalMs: number): Date {
  const { aheadMs } = serverClock;
  return new Date(useNow(intervalMs).getTime() + (Math.abs(aheadMs) > TOLERANCE_MS ? aheadMs : 0));
}
