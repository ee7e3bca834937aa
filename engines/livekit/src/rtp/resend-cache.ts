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

/** Fields of a record of the log: 32 bytes, half a cache line. */
const FIELDS = 8;
const [OUT, SOURCE, LAYER, TIMESTAMP, PICTURE_ID, TL0, SENT_AT, RESENT_AT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/**
 * The packets last sent to one subscriber, by the sequence number that the subscriber sees. All fields of a packet are in
 * one record, because writing it is the larger part of what forwarding costs beside sending.
 */
export class SentLog {
  readonly #records = new Int32Array(SIZE * FIELDS);

  put(
    out: number,
    source: number,
    layer: number,
    timestamp: number,
    pictureId: number,
    tl0: number,
    now: number,
  ): void {
    const records = this.#records;
    const at = (out % SIZE) * FIELDS;
    records[at + OUT] = out & 0xffff;
    records[at + SOURCE] = source;
    records[at + LAYER] = layer;
    records[at + TIMESTAMP] = timestamp;
    records[at + PICTURE_ID] = pictureId;
    records[at + TL0] = tl0;
    records[at + SENT_AT] = now;
    records[at + RESENT_AT] = 0;
  }

  /** Returns a sent packet by its 16-bit number, unless it is too old or was resent within `notWithinMs`. */
  take(sequence: number, now: number, notWithinMs: number): SentPacket | undefined {
    // 65,536 is a multiple of the size, so 16-bit and extended numbers have the same slot.
    const at = (sequence % SIZE) * FIELDS;
    if (this.#field(at, SOURCE) === 0 || this.#field(at, OUT) !== sequence) return undefined;
    const resentAt = this.#field(at, RESENT_AT);
    if (resentAt !== 0 && elapsed(resentAt, now) < notWithinMs) return undefined;
    this.#records[at + RESENT_AT] = now;
    return this.#read(at);
  }

  /** Returns a packet by its number, with the milliseconds since it was first sent. */
  get(out: number, now: number): SentPacket & { readonly ageMs: number } {
    const at = (out % SIZE) * FIELDS;
    return { ...this.#read(at), ageMs: elapsed(this.#field(at, SENT_AT), now) };
  }

  #read(at: number): SentPacket {
    return {
      source: this.#field(at, SOURCE),
      layer: this.#field(at, LAYER),
      timestamp: this.#field(at, TIMESTAMP) >>> 0,
      pictureId: this.#field(at, PICTURE_ID),
      tl0: this.#field(at, TL0),
    };
  }

  #field(at: number, field: number): number {
    return this.#records[at + field] as number;
  }
}

/** Records hold times in 32 bits, which wrap after 49 days. */
const elapsed = (since: number, now: number) => (now - since) | 0;
