/** Minimum interval of requests per layer: browsers answer each request with a large frame. */
export const KEY_FRAME_INTERVAL_MS = 500;

/** Requests key frames from a source: at once, or as soon as the interval since the last request has passed. */
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

  /** Cancels a pending request, because a key frame has arrived. */
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
