import { setImmediate as otherWork } from 'node:timers/promises';

/** After this many packets other work gets its turn. */
const PACKETS_AT_ONCE = 1000;

/**
 * Returns what to call for each packet of a loop of synchronous calls: it returns a promise to await now and then.
 * node-av keeps some 400 bytes for each freed packet until the event loop turns, which is 250 MB in three hours.
 */
export function createTurns(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % PACKETS_AT_ONCE === 0 ? otherWork() : undefined;
  };
}
