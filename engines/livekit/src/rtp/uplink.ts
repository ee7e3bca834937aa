/** What a camera and a screen take at most. */
export const MAX_UPLINK = 4_000_000;
/** Voices and the lowest layer. */
const MIN_UPLINK = 120_000;
/** Random loss on radio stays below; what is above is a full queue that drops. */
const LOSS_HIGH = 0.1;
const LOSS_LOW = 0.03;
const BACK_OFF = 0.8;
const STEP_UP = 1.1;
const HOLD_SECONDS = 5;

/** Finds the rate that a publisher is asked to keep to, once a second, by what it sends and what of it is lost. */
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
