import { serverClock } from '../data/server-clock';
import { useIsHydrated } from '../loading/use-is-hydrated';
import { useNow } from './use-now';

/** Server timestamps have one-second resolution and arrive with latency, so a smaller offset is ignored. */
const TOLERANCE_MS = 2000;

/**
 * Returns the current time by the server clock, taken from its responses, so that a wrong device clock does not matter.
 *
 * On the server and during hydration it is the time of the page, which the server set: both render the same.
 */
export function useServerNow(intervalMs: number): Date {
  const { aheadMs } = serverClock;
  const isByDevice = useIsHydrated();
  return new Date(useNow(intervalMs).getTime() + (isByDevice && Math.abs(aheadMs) > TOLERANCE_MS ? aheadMs : 0));
}
