import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow by garbage before it is collected, in percent of what lives in it. */
const GROWTH_PERCENT = 50;

/**
 * Keeps this process about as big as what it holds.
 *
 * What a server holds is small and lives for minutes: rooms, sessions, answers that hang. Left alone, V8 lets such a heap
 * grow to four times its size before it looks, which takes minutes and looks like a leak.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
