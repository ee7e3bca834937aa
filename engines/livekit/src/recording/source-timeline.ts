/** How long the smallest delay is observed before the offset may rise, in milliseconds. */
const WINDOW_MS = 10_000;
/** Largest rise of the offset per window, in milliseconds: far above the drift of real clocks, inaudible when wrong. */
const MAX_RISE_MS = 10;
/** A pause of this length whose timestamps did not advance with the time is a source that stopped its clock. */
const STOPPED_MS = 500;

/**
 * Places the RTP timestamps of one source on the clock of the engine, in milliseconds.
 *
 * The packet with the smallest delay gives the offset between the two clocks, so jitter does not reach the recording.
 * The offset follows the drift of the source's clock, and starts anew when the source stopped its clock while muted.
 */
export class SourceTimeline {
  #highest: number | undefined;
  #extended = 0;
  #offset = Infinity;
  #lastArrival = -Infinity;
  #windowEnds = 0;
  #windowMinimum = Infinity;

  constructor(private readonly clockRate: number) {}

  /** Returns the time of a timestamp that arrived at `now`. */
  place(timestamp: number, now: number): number {
    const media = this.#mediaMs(timestamp);
    const delay = now - media;
    const hasStopped = now - this.#lastArrival > STOPPED_MS && delay - this.#offset > STOPPED_MS;
    this.#lastArrival = now;
    if (delay < this.#offset || hasStopped) {
      this.#offset = delay;
      this.#startWindow(now);
    } else this.#followDrift(delay, now);
    return media + this.#offset;
  }

  #followDrift(delay: number, now: number): void {
    this.#windowMinimum = Math.min(this.#windowMinimum, delay);
    if (now < this.#windowEnds) return;
    this.#offset += Math.min(MAX_RISE_MS, this.#windowMinimum - this.#offset);
    this.#startWindow(now);
  }

  #startWindow(now: number): void {
    this.#windowEnds = now + WINDOW_MS;
    this.#windowMinimum = Infinity;
  }

  #mediaMs(timestamp: number): number {
    if (this.#highest === undefined) this.#highest = timestamp;
    const ahead = (timestamp - this.#highest) | 0;
    const extended = this.#extended + ahead;
    if (ahead > 0) {
      this.#highest = timestamp;
      this.#extended = extended;
    }
    return (extended * 1000) / this.clockRate;
  }
}
