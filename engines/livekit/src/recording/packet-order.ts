/** A packet to record: a copy of its payload, because the packet itself is rewritten for each subscriber. */
export interface RecordedPacket {
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly isFrameStart: boolean;
  readonly isKeyFrame: boolean;
  /** Empty for padding. */
  readonly payload: Buffer;
  readonly arrivedAt: number;
}

/** Longest wait for a missing packet, in milliseconds. Publishers repeat what was lost for about a second. */
const WAIT_MS = 1200;

/** Puts the packets of one source in order. A packet that stays away is skipped after a while. */
export class PacketOrder {
  readonly #waiting = new Map<number, RecordedPacket>();
  #next = -1;

  /** `onPacket` is called in order; `isAfterGap`: packets before this one are lost. */
  constructor(private readonly onPacket: (packet: RecordedPacket, isAfterGap: boolean) => void) {}

  add(packet: RecordedPacket): void {
    if (this.#next === -1) this.#next = packet.sequence;
    if (packet.sequence < this.#next) return;
    this.#waiting.set(packet.sequence, packet);
    this.release(packet.arrivedAt);
  }

  /** Passes on what need not wait any longer; at the end of a source, `now` is infinite. */
  release(now: number): void {
    let isAfterGap = false;
    while (this.#waiting.size > 0) {
      const packet = this.#waiting.get(this.#next);
      if (packet) {
        this.#waiting.delete(this.#next);
        this.#next += 1;
        this.onPacket(packet, isAfterGap);
        isAfterGap = false;
        continue;
      }
      const first = Math.min(...this.#waiting.keys());
      if (now - (this.#waiting.get(first) as RecordedPacket).arrivedAt < WAIT_MS) return;
      this.#next = first;
      isAfterGap = true;
    }
  }
}
