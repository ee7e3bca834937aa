/** A power of two, above the packets of ten seconds. */
const LOG_SIZE = 8192;
const WINDOW_MS = 1000;
/** Above it a queue builds up before the client; conversations suffer. */
const QUEUE_HIGH_MS = 150;
const QUEUE_LOW_MS = 50;
/** Random loss on radio stays below; what is above is a full queue that drops. */
const LOSS_HIGH = 0.12;
const LOSS_LOW = 0.06;
const BAD_WINDOWS = 2;
const GOOD_WINDOWS = 5;
const MAX_GOOD_WINDOWS = 60;
/** How long the smallest delay is remembered; routes and clocks drift. */
const BASE_WINDOWS = 20;

/**
 * Finds out from the client's transport-cc feedback what the way to it carries, by loss and by the queue that its
 * delays show. `reduction` says how many steps of quality its videos must do without.
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
  /** No feedback ever came. */
  isSilent = true;
  loss = 0;
  queueMs = 0;

  constructor(private readonly maxReduction: number) {}

  /** The number for the next packet's extension. */
  nextSequence(now: number): number {
    const sequence = this.#next;
    this.#next = (sequence + 1) & 0xffff;
    this.#sentAt[sequence % LOG_SIZE] = now;
    return sequence;
  }

  /** `arrival` is in milliseconds of the client's own clock; undefined means lost. */
  feedback(sequence: number, arrival: number | undefined): void {
    const behind = (this.#next - sequence) & 0xffff;
    if (behind === 0 || behind > LOG_SIZE) return;
    this.isSilent = false;
    if (arrival === undefined) {
      this.#lost += 1;
      return;
    }
    const delay = arrival - (this.#sentAt[sequence % LOG_SIZE] as number);
    this.#received += 1;
    this.#delaySum += delay;
    if (delay < this.#smallest) this.#smallest = delay;
  }

  /** Closes the window when it is over; true when `reduction` changed. Called a few times a second. */
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
      // A step up that did not hold is tried again later and later.
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
