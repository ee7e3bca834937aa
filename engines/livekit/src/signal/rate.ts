/** Rate limit of one client: `burst` at once and `perSecond` afterwards. */
export class Rate {
  #left: number;
  #at = performance.now();

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {
    this.#left = burst;
  }

  /** Takes one token from the bucket; false if none is left. */
  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
