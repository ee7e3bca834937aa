import { serverClock, useNow } from '@manabiba/shared/platform';

/** The server tells whole seconds, and its answer takes its time: a difference below this says nothing. */
const TOLERANCE_MS = 2000;

/** The present moment by the clock of the server, as its answers tell it: a device whose clock is wrong is neither early nor late. */
export function useServerNow(intervalMs: number): Date {
  const { aheadMs } = serverClock;
  return new Date(useNow(intervalMs).getTime() + (Math.abs(aheadMs) > TOLERANCE_MS ? aheadMs : 0));
}
