import { setFlagsFromString } from 'node:v8';

/** How much garbage may accumulate before a collection, in percent of the live heap. */
const GROWTH_PERCENT = 50;

/**
 * Limits the heap growth of this process to what it really needs.
 *
 * The server's live heap is small and long-lived: rooms, sessions, long-polling requests. By default V8 lets such a
 * heap grow to four times its size before it collects, which takes minutes and looks like a leak.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
