/** The abs-send-time extension counts seconds in 24 bits, 18 of them after the point, and wraps every 64 s. */
const TICKS_PER_MS = 2 ** 18 / 1000;
/** Fewer packets say too little: each may have waited in the event loop. */
const MIN_PACKETS = 8;
/** Windows over which the base delay is the minimum: five seconds, after which a longer route counts as normal. */
const BASE_WINDOWS = 10;

/**
 * How long packets of a publisher wait in the queues of its uplink, by their send times. Each window counts its fastest
 * packet, so that packets that waited for the event loop of a busy machine do not look like a full uplink.
 */
export class QueueingDelay {
  readonly #bases: number[] = [];
  #packets = 0;
  #fastest = Infinity;
  #sentTicks = -1;
  #sentMs = 0;

  /** @param ticks the value of the extension. */
  record(ticks: number, now: number): void {
    if (this.#sentTicks !== -1) this.#sentMs += (((ticks - this.#sentTicks) << 8) >> 8) / TICKS_PER_MS;
    this.#sentTicks = ticks;
    this.#packets += 1;
    this.#fastest = Math.min(this.#fastest, now - this.#sentMs);
  }

  /** Ends a window and returns its delay in milliseconds; 0 when it is unknown. */
  evaluate(): number {
    const fastest = this.#fastest;
    const isKnown = this.#packets >= MIN_PACKETS;
    this.#packets = 0;
    this.#fastest = Infinity;
    if (!isKnown) return 0;
    this.#bases.push(fastest);
    if (this.#bases.length > BASE_WINDOWS) this.#bases.shift();
    return fastest - Math.min(...this.#bases);
  }
}
