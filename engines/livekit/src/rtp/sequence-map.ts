/** How many changes of the offset are remembered for packets that arrive late. */
const CHANGES_KEPT = 128;

/**
 * Numbers the packets sent to one subscriber without gaps of our making.
 *
 * Packets left out close the gap for those behind them; packets that come late get the number that was left free for
 * them, also when others were left out since. Gaps of the network stay gaps, so that the subscriber asks again.
 */
export class SequenceMap {
  /** Parallel lists: from which source number which offset holds. */
  readonly #from: number[] = [];
  readonly #offsets: number[] = [];
  #skipped = new Set<number>();
  #highest = -1;
  #highestOut = 0;
  #oldestMapped = 0;

  /** Continues behind the number sent last with `first` as the next packet, as after a change of the layer. */
  restart(first: number): void {
    this.#from.length = 0;
    this.#offsets.length = 0;
    this.#skipped.clear();
    this.#push(first, this.#highestOut + 1 - first);
    this.#highest = first - 1;
    this.#oldestMapped = first;
  }

  /** Where numbering starts; a random start is usual in RTP. */
  start(out: number): void {
    this.#highestOut = out - 1;
  }

  /** The number to send a packet by; -1 for one that was left out, or that belongs before the last restart. */
  map(source: number): number {
    if (source > this.#highest) {
      this.#highest = source;
      this.#highestOut = source + (this.#offsets[this.#offsets.length - 1] as number);
      return this.#highestOut;
    }
    if (source < this.#oldestMapped || this.#skipped.has(source)) return -1;
    for (let index = this.#from.length - 1; index >= 0; index -= 1)
      if ((this.#from[index] as number) <= source) return source + (this.#offsets[index] as number);
    return -1;
  }

  /** Leaves a packet out. One that comes late has a number already; the subscriber will miss it. */
  skip(source: number): void {
    if (source <= this.#highest || this.#offsets.length === 0) return;
    this.#highest = source;
    this.#skipped.add(source);
    this.#push(source + 1, (this.#offsets[this.#offsets.length - 1] as number) - 1);
  }

  /** The newest source number so far. */
  get highestSource(): number {
    return this.#highest;
  }

  get highestOut(): number {
    return this.#highestOut;
  }

  #push(from: number, offset: number) {
    this.#from.push(from);
    this.#offsets.push(offset);
    if (this.#from.length <= CHANGES_KEPT) return;
    this.#from.shift();
    this.#offsets.shift();
    this.#oldestMapped = this.#from[0] as number;
    for (const source of this.#skipped) if (source < this.#oldestMapped) this.#skipped.delete(source);
  }
}
