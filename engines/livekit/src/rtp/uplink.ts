/** The most that a camera and a screen need, in bits per second. */
export const MAX_UPLINK = 4_000_000;
/** What a connection may send before anything is known of its uplink: what browsers begin with as well. */
const FIRST_UPLINK = 300_000;
/** How far beyond the rate that has arrived a new connection may go. */
const START_FACTOR = 2;
/** Enough for audio and the lowest video layer, in bits per second. */
const MIN_UPLINK = 120_000;
/** Random loss on wireless links stays below this; higher loss means a full queue that drops packets. */
const LOSS_HIGH = 0.1;
const LOSS_LOW = 0.03;
/** Packets that wait this long in the uplink disturb conversation, in milliseconds. */
const QUEUE_HIGH_MS = 100;
/** Weight of the latest loss: few packets arrive between two evaluations, so a single one can be far off. */
const LOSS_WEIGHT = 0.3;
const BACK_OFF = 0.8;
const STEP_UP = 1.05;
/** Evaluations before the rate rises again. The wait doubles when rising has filled the queue again. */
const FIRST_HOLD = 16;
const LAST_HOLD = 120;

/**
 * Computes twice a second the rate to request from a publisher, by its received rate, its packet loss and its queueing
 * delay. It begins low and doubles what has arrived, so that video does not displace voice on a narrow uplink.
 */
export class Uplink {
  bitsPerSecond = FIRST_UPLINK;
  /** Smoothed packet loss, from 0 to 1. */
  loss = 0;
  #hold = 0;
  #nextHold = FIRST_HOLD;
  #isRising = false;
  #isStarting = true;
  #isQueueFull = false;

  get isCongested(): boolean {
    return this.loss > LOSS_HIGH || this.#isQueueFull;
  }

  /** @param received in bits per second. */
  evaluate(latestLoss: number, received: number, queueMs = 0): number {
    this.loss += (latestLoss - this.loss) * LOSS_WEIGHT;
    this.#isQueueFull = queueMs > QUEUE_HIGH_MS;
    if (this.isCongested && received > 0) this.#backOff(received);
    else if (this.#isStarting) this.#start(received);
    else if (this.#hold > 0) this.#hold -= 1;
    else if (this.loss < LOSS_LOW) this.#rise();
    return this.bitsPerSecond;
  }

  #start(received: number) {
    this.bitsPerSecond = Math.min(MAX_UPLINK, Math.max(this.bitsPerSecond, received * START_FACTOR));
  }

  #backOff(received: number) {
    this.#isStarting = false;
    this.bitsPerSecond = Math.max(MIN_UPLINK, Math.min(this.bitsPerSecond, received * BACK_OFF));
    if (this.#isRising) this.#nextHold = Math.min(LAST_HOLD, this.#nextHold * 2);
    this.#isRising = false;
    this.#hold = this.#nextHold;
  }

  #rise() {
    this.bitsPerSecond = Math.min(MAX_UPLINK, this.bitsPerSecond * STEP_UP);
    this.#isRising = this.bitsPerSecond < MAX_UPLINK;
    if (!this.#isRising) this.#nextHold = FIRST_HOLD;
  }
}
