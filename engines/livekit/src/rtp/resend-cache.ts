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
