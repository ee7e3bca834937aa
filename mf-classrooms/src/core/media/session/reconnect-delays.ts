import type { ReconnectPolicy } from 'livekit-client';

/**
 * Delays before each attempt of livekit-client to reach a room again, in milliseconds. A restarted engine is back within
 * seconds, so the delays stay short: livekit-client's own grow to 7 s, and a voice would stay away for that long beside
 * a running engine.
 */
const DELAYS_MS = [250, 500, 750, 1000, 1250];
const LATER_MS = 1500;
/** How long one connection is tried, in milliseconds. Then the session begins anew, with a new token. */
const PATIENCE_MS = 30_000;
/** The part of a delay that is random, so that clients do not all reconnect to a restarted server at once. */
const JITTER = 0.5;

/**
 * Returns the delays of livekit-client until it gives a connection up.
 *
 * @param chance returns a random number from 0 to 1.
 */
export function reconnectDelays(chance: () => number): ReconnectPolicy {
  return {
    nextRetryDelayInMs: ({ retryCount, elapsedMs }) =>
      elapsedMs > PATIENCE_MS
        ? null
        : Math.round((DELAYS_MS[retryCount] ?? LATER_MS) * (1 - JITTER + 2 * JITTER * chance())),
  };
}
