/** Browsers answer every request by a large frame, so they are asked at most this often per layer. */
export const KEY_FRAME_INTERVAL_MS = 500;

/** Asks a source for a key frame, at once when the last request is long enough ago, else as soon as it is. */
export class KeyFrameRequests {
  #askedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ask: () => void,
    private readonly now: () => number,
  ) {}

  request(): void {
    if (this.#timer) return;
    const waitMs = this.#askedAt + KEY_FRAME_INTERVAL_MS - this.now();
    if (waitMs <= 0) this.#ask();
    else {
      this.#timer = setTimeout(() => this.#ask(), waitMs);
      this.#timer.unref();
    }
  }

  /** A key frame came: who waits has it. */
  arrived(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    this.arrived();
  }

  #ask() {
    this.#timer = undefined;
    this.#askedAt = this.now();
    this.ask();
  }
}
