import { setFlagsFromString } from 'node:v8';

/** How much garbage may accumulate before a collection, in percent of the live heap. */
const GROWTH_PERCENT = 50;

/**
 * Keeps the memory of this process close to what it really holds.
 *
 * The server's live heap is small and long-lived: rooms, sessions, hanging requests. By default V8 lets such a heap grow
 * to four times its size before it collects, which takes minutes and looks like a leak.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
