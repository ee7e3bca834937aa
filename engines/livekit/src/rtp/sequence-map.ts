/** How many offset changes are kept for packets that arrive late. */
const CHANGES_KEPT = 128;

/**
 * Rewrites the sequence numbers of the packets sent to one subscriber, so that skipped packets leave no gaps.
 *
 * A skipped packet shifts the numbers of all packets after it. A late packet gets the number reserved for it, even when
 * others were skipped since. Gaps caused by the network stay, so that the subscriber requests those packets.
 */
export class SequenceMap {
  /** Parallel lists: the source number from which each offset applies, and the offset. */
  readonly #from: number[] = [];
  readonly #offsets: number[] = [];
  #skipped = new Set<number>();
  #highest = -1;
  #highestOut = 0;
  /** The latest of the offsets. */
  #offset = 0;
  #oldestMapped = 0;

  /** Continues after the last number sent, with `first` as the next packet, as after a layer switch. */
  restart(first: number): void {
    this.#from.length = 0;
    this.#offsets.length = 0;
    this.#skipped.clear();
    this.#push(first, this.#highestOut + 1 - first);
    this.#highest = first - 1;
    this.#oldestMapped = first;
  }

  /** Sets the first number to send; a random one is usual in RTP. */
  start(out: number): void {
    this.#highestOut = out - 1;
  }

  /** Returns the number for a packet; -1 if it was skipped or precedes the last restart. */
  map(source: number): number {
    if (source > this.#highest) {
      this.#highest = source;
      this.#highestOut = source + this.#offset;
      return this.#highestOut;
    }
    if (source < this.#oldestMapped || this.#skipped.has(source)) return -1;
    for (let index = this.#from.length - 1; index >= 0; index -= 1)
      if ((this.#from[index] as number) <= source) return source + (this.#offsets[index] as number);
    return -1;
  }

  /**
   * Skips a packet. A late packet already has a number reserved, which remains a gap for the subscriber. Returns whether
   * the offset has changed for the packets that follow.
   */
  skip(source: number): boolean {
    if (source <= this.#highest || this.#offsets.length === 0) return false;
    this.#highest = source;
    this.#skipped.add(source);
    this.#push(source + 1, this.#offset - 1);
    return true;
  }

  /** What is added to the number of the next packet. */
  get offset(): number {
    return this.#offset;
  }

  /** Extends a number that the subscriber names in 16 bits; it was sent already. */
  extend(out: number): number {
    return this.#highestOut - ((this.#highestOut - out) & 0xffff);
  }

  get highestOut(): number {
    return this.#highestOut;
  }

  #push(from: number, offset: number) {
    this.#offset = offset;
    this.#from.push(from);
    this.#offsets.push(offset);
    if (this.#from.length <= CHANGES_KEPT) return;
    this.#from.shift();
    this.#offsets.shift();
    this.#oldestMapped = this.#from[0] as number;
    for (const source of this.#skipped) if (source < this.#oldestMapped) this.#skipped.delete(source);
  }
}
