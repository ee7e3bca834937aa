/** How many ranges of sent packets are kept. */
const RANGES_KEPT = 128;
/** As many packets as the cache of a source holds; a power of two. */
const RESENDS_KEPT = 512;

/** How a run of packets was rewritten for one subscriber: until the layer changes or a packet is skipped. */
export interface SentRange {
  /** The first extended sequence number sent. */
  readonly from: number;
  /** The sent number minus the number at the source. */
  readonly offset: number;
  readonly layer: number;
  readonly timestampOffset: number;
  readonly pictureIdOffset: number;
  readonly tl0Offset: number;
}

/**
 * The packets sent to one subscriber, as ranges rewritten alike, so that nothing has to be recorded for each packet: its
 * record would be out of the processor's caches by the time of the next one.
 */
export class SentRanges {
  readonly #ranges: SentRange[] = [];
  /** Which packets were resent last, and when. */
  readonly #resent: { out: number; at: number }[] = [];

  /** Begins a range; the preceding one ends before it. */
  begin(range: SentRange): void {
    if (this.#ranges.at(-1)?.from === range.from) this.#ranges.pop();
    this.#ranges.push(range);
    if (this.#ranges.length > RANGES_KEPT) this.#ranges.shift();
  }

  /** Forgets the packets of a layer whose source was replaced. */
  forget(layer: number): void {
    for (const [index, range] of this.#ranges.entries())
      if (range.layer === layer) this.#ranges[index] = { ...range, layer: -1 };
  }

  /** Returns the range of a packet by its extended sequence number. */
  find(out: number): SentRange | undefined {
    return this.#ranges.findLast(({ from }) => from <= out);
  }

  /** Records that a packet is resent; false when it was resent within `notWithinMs`. */
  mayResend(out: number, now: number, notWithinMs: number): boolean {
    const before = this.#resent[out % RESENDS_KEPT];
    if (before?.out === out && now - before.at < notWithinMs) return false;
    this.#resent[out % RESENDS_KEPT] = { out, at: now };
    return true;
  }
}
