import type { ReceivedPacket } from './received-packet';

/** About two seconds of a camera and ten of a voice; a power of two. */
const SIZE = 512;

/** The last packets of one source, shared by all who are sent them. */
export class PacketCache {
  readonly #packets: (ReceivedPacket | undefined)[] = new Array<ReceivedPacket | undefined>(SIZE);

  put(packet: ReceivedPacket): void {
    this.#packets[packet.sequence % SIZE] = packet;
  }

  /** By the extended number. */
  get(sequence: number): ReceivedPacket | undefined {
    const packet = this.#packets[sequence % SIZE];
    return packet?.sequence === sequence ? packet : undefined;
  }
}

/** What one subscriber was sent: enough to write the header of a cached packet once more. */
export interface SentPacket {
  /** Extended number at the source. */
  readonly source: number;
  readonly layer: number;
  readonly timestamp: number;
  readonly pictureId: number;
  readonly tl0: number;
}

/** The packets that one subscriber was sent last, by the number that it knows them by. */
export class SentLog {
  readonly #out = new Uint16Array(SIZE);
  readonly #source = new Float64Array(SIZE);
  readonly #layer = new Uint8Array(SIZE);
  readonly #timestamp = new Uint32Array(SIZE);
  readonly #pictureId = new Uint16Array(SIZE);
  readonly #tl0 = new Uint8Array(SIZE);
  readonly #resentAt = new Float64Array(SIZE);

  put(out: number, source: number, layer: number, timestamp: number, pictureId: number, tl0: number): void {
    const slot = out % SIZE;
    this.#out[slot] = out;
    this.#source[slot] = source;
    this.#layer[slot] = layer;
    this.#timestamp[slot] = timestamp;
    this.#pictureId[slot] = pictureId;
    this.#tl0[slot] = tl0;
    this.#resentAt[slot] = 0;
  }

  /** What was sent by a number of the wire, unless it is too old or was sent again within `notWithinMs`. */
  take(sequence: number, now: number, notWithinMs: number): SentPacket | undefined {
    // 65,536 is a multiple of the size, so the number of the wire finds the slot of the extended one.
    const slot = sequence % SIZE;
    if (this.#source[slot] === 0 || this.#out[slot] !== sequence) return undefined;
    const resentAt = this.#resentAt[slot] as number;
    if (resentAt !== 0 && now - resentAt < notWithinMs) return undefined;
    this.#resentAt[slot] = now;
    return {
      source: this.#source[slot] as number,
      layer: this.#layer[slot] as number,
      timestamp: this.#timestamp[slot] as number,
      pictureId: this.#pictureId[slot] as number,
      tl0: this.#tl0[slot] as number,
    };
  }
}
