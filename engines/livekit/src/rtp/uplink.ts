/** The most that a camera and a screen need, in bits per second. */
export const MAX_UPLINK = 4_000_000;
/** Enough for audio and the lowest video layer, in bits per second. */
const MIN_UPLINK = 120_000;
/** Random loss on wireless links stays below this; higher loss means a full queue that drops packets. */
const LOSS_HIGH = 0.1;
const LOSS_LOW = 0.03;
const BACK_OFF = 0.8;
const STEP_UP = 1.1;
const HOLD_SECONDS = 5;

/** Computes once a second the rate to request from a publisher, by its received rate and its packet loss. */
export class Uplink {
  bitsPerSecond = MAX_UPLINK;
  #hold = 0;

  evaluate(loss: number, received: number): number {
    if (loss > LOSS_HIGH && received > 0) {
      this.bitsPerSecond = Math.max(MIN_UPLINK, Math.min(this.bitsPerSecond, received * BACK_OFF));
      this.#hold = HOLD_SECONDS;
    } else if (this.#hold > 0) this.#hold -= 1;
    else if (loss < LOSS_LOW) this.bitsPerSecond = Math.min(MAX_UPLINK, this.bitsPerSecond * STEP_UP);
    return this.bitsPerSecond;
  }
}
