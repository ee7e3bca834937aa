import type { RecordedPacket } from './packet-order';

/** One encoded video frame, or one packet of audio. */
export interface Frame {
  readonly data: Buffer;
  readonly timestamp: number;
  readonly isKeyFrame: boolean;
  /** When its first packet arrived, in milliseconds on the clock of the engine. */
  readonly arrivedAt: number;
}

/** Joins ordered packets to frames. */
export interface FrameReader {
  /** Returns the frame that the packet completes. */
  take(packet: RecordedPacket, isAfterGap: boolean): Frame | undefined;
  /** Whether nothing can be decoded before the next key frame. */
  readonly needsKeyFrame: boolean;
}

/** Each packet of Opus is a frame of its own; a lost one leaves silence. */
export class OpusFrames implements FrameReader {
  readonly needsKeyFrame = false;

  take({ payload, timestamp, arrivedAt }: RecordedPacket): Frame | undefined {
    return payload.length === 0 ? undefined : { data: payload, timestamp, isKeyFrame: true, arrivedAt };
  }
}

/** Joins the packets of VP8 frames. After a lost packet nothing is kept until the next key frame. */
export class Vp8Frames implements FrameReader {
  needsKeyFrame = true;
  #parts: RecordedPacket[] = [];

  take(packet: RecordedPacket, isAfterGap: boolean): Frame | undefined {
    if (isAfterGap) this.#lose();
    if (packet.payload.length === 0) return undefined;
    if (packet.isFrameStart) {
      // A frame whose last packet is missing was not reported as a gap.
      if (this.#parts.length > 0) this.#lose();
    } else if (this.#parts[0]?.timestamp !== packet.timestamp) {
      this.#lose();
      return undefined;
    }
    this.#parts.push(packet);
    return packet.marker ? this.#finish() : undefined;
  }

  #finish(): Frame | undefined {
    const [first] = this.#parts as [RecordedPacket];
    const data = Buffer.concat(this.#parts.map(({ payload }) => payload));
    this.#parts = [];
    if (this.needsKeyFrame && !first.isKeyFrame) return undefined;
    this.needsKeyFrame = false;
    return { data, timestamp: first.timestamp, isKeyFrame: first.isKeyFrame, arrivedAt: first.arrivedAt };
  }

  #lose(): void {
    this.#parts = [];
    this.needsKeyFrame = true;
  }
}

/** Returns the size of a VP8 key frame (RFC 6386, 9.1); undefined if it is none. */
export function sizeOfKeyFrame(data: Buffer): { width: number; height: number } | undefined {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  const width = data.readUInt16LE(6) & 0x3fff;
  const height = data.readUInt16LE(8) & 0x3fff;
  return width > 0 && height > 0 ? { width, height } : undefined;
}
