/** Longer gaps are not requested: a key frame is cheaper. */
const MAX_GAP = 256;
const MAX_MISSING = 512;
const MAX_TRIES = 8;
const MIN_RETRY_MS = 20;

interface Missing {
  readonly since: number;
  tries: number;
  askedAt: number;
}

/** Tracks which packets of a source are missing, and when to request them. Times in milliseconds. */
export class NackTracker {
  readonly #missing = new Map<number, Missing>();
  #highest = -1;
  /** Smoothed time from request to arrival; the initial value suits a connection within one country. */
  #roundTripMs = 60;
  requested = 0;
  lost = 0;

  constructor(private readonly maxAgeMs: number) {}

  /** Records an arrival by its extended sequence number. Returns true when it reveals new gaps, so a NACK is due. */
  arrived(sequence: number, now: number): boolean {
    if (this.#highest === -1) {
      this.#highest = sequence;
      return false;
    }
    if (sequence <= this.#highest) {
      const missing = this.#missing.get(sequence);
      if (!missing) return false;
      this.#missing.delete(sequence);
      if (missing.tries === 1) this.#roundTripMs += (now - missing.askedAt - this.#roundTripMs) / 8;
      return false;
    }
    const gap = sequence - this.#highest - 1;
    if (gap > MAX_GAP) this.clear();
    else
      for (let number = this.#highest + 1; number < sequence; number += 1)
        this.#missing.set(number, { since: now, tries: 0, askedAt: 0 });
    this.#highest = sequence;
    while (this.#missing.size > MAX_MISSING) this.#giveUp(this.#missing.keys().next().value as number);
    return gap > 0 && gap <= MAX_GAP;
  }

  /** Returns the sequence numbers to request now, in 16 bits. */
  due(now: number): number[] {
    const wanted: number[] = [];
    const retryMs = Math.max(MIN_RETRY_MS, this.#roundTripMs * 1.25);
    for (const [sequence, missing] of this.#missing) {
      if (now - missing.since > this.maxAgeMs || missing.tries >= MAX_TRIES) {
        this.#giveUp(sequence);
        continue;
      }
      if (missing.tries > 0 && now - missing.askedAt < retryMs) continue;
      missing.tries += 1;
      missing.askedAt = now;
      wanted.push(sequence & 0xffff);
    }
    this.requested += wanted.length;
    return wanted;
  }

  get hasMissing(): boolean {
    return this.#missing.size > 0;
  }

  clear(): void {
    this.#missing.clear();
  }

  #giveUp(sequence: number) {
    this.#missing.delete(sequence);
    this.lost += 1;
  }
}
