/** A power of two, larger than the number of packets sent in ten seconds. */
const LOG_SIZE = 8192;
const WINDOW_MS = 1000;
/** A queueing delay above this disturbs conversation. */
const QUEUE_HIGH_MS = 150;
const QUEUE_LOW_MS = 50;
/** Random loss on wireless links stays below this; higher loss means a full queue that drops packets. */
const LOSS_HIGH = 0.12;
const LOSS_LOW = 0.06;
const BAD_WINDOWS = 2;
const GOOD_WINDOWS = 5;
const MAX_GOOD_WINDOWS = 60;
/** Number of windows over which the base delay is the minimum; limited because routes and clocks drift. */
const BASE_WINDOWS = 20;

/**
 * Estimates from the client's transport-cc feedback what its downlink carries, by packet loss and queueing delay.
 * `reduction` is the number of quality steps by which video must be reduced.
 */
export class Downlink {
  readonly #sentAt = new Float64Array(LOG_SIZE);
  #next = 0;
  #lost = 0;
  #received = 0;
  #delaySum = 0;
  #smallest = Infinity;
  readonly #bases: number[] = [];
  #windowFrom = 0;
  #bad = 0;
  #good = 0;
  #goodNeeded = GOOD_WINDOWS;
  #raisedAt = -Infinity;
  reduction = 0;
  /** True until the first feedback arrives. */
  isSilent = true;
  loss = 0;
  queueMs = 0;

  constructor(private readonly maxReduction: number) {}

  /**
   * Returns the transport-cc sequence number for the next packet. Repeated packets do not count: clients drop the second
   * copy of a packet before they record its arrival, and would report it as lost.
   */
  nextSequence(now: number, isRepeated = false): number {
    const sequence = this.#next;
    this.#next = (sequence + 1) & 0xffff;
    this.#sentAt[sequence % LOG_SIZE] = isRepeated ? NaN : now;
    return sequence;
  }

  /** Records feedback for a packet. `arrival` is in milliseconds of the client's own clock; undefined means lost. */
  feedback(sequence: number, arrival: number | undefined): void {
    const behind = (this.#next - sequence) & 0xffff;
    if (behind === 0 || behind > LOG_SIZE) return;
    this.isSilent = false;
    const sentAt = this.#sentAt[sequence % LOG_SIZE] as number;
    if (Number.isNaN(sentAt)) return;
    if (arrival === undefined) {
      this.#lost += 1;
      return;
    }
    const delay = arrival - sentAt;
    this.#received += 1;
    this.#delaySum += delay;
    if (delay < this.#smallest) this.#smallest = delay;
  }

  /** Evaluates the window once it is over; true when `reduction` changed. Called a few times a second. */
  evaluate(now: number): boolean {
    if (this.#windowFrom === 0) this.#windowFrom = now;
    if (now - this.#windowFrom < WINDOW_MS) return false;
    this.#windowFrom = now;
    const total = this.#lost + this.#received;
    if (total < 10 || this.#received === 0) return this.#startWindow();
    this.loss = this.#lost / total;
    this.#bases.push(this.#smallest);
    if (this.#bases.length > BASE_WINDOWS) this.#bases.shift();
    this.queueMs = this.#delaySum / this.#received - Math.min(...this.#bases);
    this.#startWindow();
    return this.#decide(now);
  }

  #startWindow(): false {
    this.#lost = 0;
    this.#received = 0;
    this.#delaySum = 0;
    this.#smallest = Infinity;
    return false;
  }

  #decide(now: number): boolean {
    const isBad = this.loss > LOSS_HIGH || this.queueMs > QUEUE_HIGH_MS;
    const isGood = this.loss < LOSS_LOW && this.queueMs < QUEUE_LOW_MS;
    this.#bad = isBad ? this.#bad + 1 : 0;
    this.#good = isGood ? this.#good + 1 : 0;
    if (this.#bad >= BAD_WINDOWS && this.reduction < this.maxReduction) {
      this.#bad = 0;
      // A step up that failed within 10 s doubles the wait before the next attempt.
      if (now - this.#raisedAt < 10_000) this.#goodNeeded = Math.min(MAX_GOOD_WINDOWS, this.#goodNeeded * 2);
      this.reduction += 1;
      return true;
    }
    if (this.#good >= this.#goodNeeded && this.reduction > 0) {
      this.#good = 0;
      this.#raisedAt = now;
      this.reduction -= 1;
      return true;
    }
    return false;
  }
}
