import type { ReceivedPacket } from './received-packet';

/** About two seconds of video or ten of audio; a power of two. */
const SIZE = 512;

/** The latest packets of one source, shared by all its subscribers. */
export class PacketCache {
  readonly #packets: (ReceivedPacket | undefined)[] = new Array<ReceivedPacket | undefined>(SIZE);

  put(packet: ReceivedPacket): void {
    this.#packets[packet.sequence % SIZE] = packet;
  }

  /** Returns a packet by its extended sequence number. */
  get(sequence: number): ReceivedPacket | undefined {
    const packet = this.#packets[sequence % SIZE];
    return packet?.sequence === sequence ? packet : undefined;
  }
}

/** What one subscriber was sent: the values for rewriting the header of a cached packet again. */
export interface SentPacket {
  /** Extended sequence number at the source. */
  readonly source: number;
  readonly layer: number;
  readonly timestamp: number;
  readonly pictureId: number;
  readonly tl0: number;
}

/** The packets last sent to one subscriber, by the sequence number that the subscriber sees. */
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

  /** Returns a sent packet by its 16-bit number, unless it is too old or was resent within `notWithinMs`. */
  take(sequence: number, now: number, notWithinMs: number): SentPacket | undefined {
    // 65,536 is a multiple of the size, so 16-bit and extended numbers have the same slot.
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
