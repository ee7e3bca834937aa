/** Offsets of the fields of a VP8 payload descriptor (RFC 7741), for rewriting them in place. 0 means absent. */
export interface Vp8Descriptor {
  readonly isKeyFrame: boolean;
  readonly isFrameStart: boolean;
  readonly pictureIdAt: number;
  readonly pictureIdBits: 0 | 7 | 15;
  readonly pictureId: number;
  readonly tl0At: number;
  readonly tl0: number;
  readonly temporalLayer: number;
  /** Offset of the encoded data, after the descriptor. */
  readonly payloadAt: number;
}

/** Parses the descriptor at the start of a payload; undefined if it is truncated. */
export function parseVp8(packet: Buffer, at: number, end: number): Vp8Descriptor | undefined {
  if (at >= end) return undefined;
  const first = packet[at] as number;
  let next = at + 1;
  let pictureIdAt = 0;
  let pictureIdBits: 0 | 7 | 15 = 0;
  let pictureId = 0;
  let tl0At = 0;
  let temporalLayer = 0;
  if (first & 0x80) {
    const fields = packet[next] ?? 0;
    next += 1;
    if (fields & 0x80) {
      pictureIdAt = next;
      const high = packet[next] ?? 0;
      pictureIdBits = high & 0x80 ? 15 : 7;
      pictureId = high & 0x80 ? ((high & 0x7f) << 8) | (packet[next + 1] ?? 0) : high & 0x7f;
      next += high & 0x80 ? 2 : 1;
    }
    if (fields & 0x40) {
      tl0At = next;
      next += 1;
    }
    if (fields & 0x30) {
      temporalLayer = fields & 0x20 ? (packet[next] ?? 0) >> 6 : 0;
      next += 1;
    }
  }
  if (next >= end) return undefined;
  const isFrameStart = (first & 0x10) !== 0 && (first & 0x0f) === 0;
  return {
    isKeyFrame: isFrameStart && ((packet[next] as number) & 0x01) === 0,
    isFrameStart,
    pictureIdAt,
    pictureIdBits,
    pictureId,
    tl0At,
    tl0: tl0At ? (packet[tl0At] as number) : 0,
    temporalLayer,
    payloadAt: next,
  };
}

/** Writes a picture id in the same number of bits. */
export function writePictureId(packet: Buffer, at: number, bits: 7 | 15, pictureId: number): void {
  if (bits === 7) packet[at] = pictureId & 0x7f;
  else {
    packet[at] = 0x80 | ((pictureId >> 8) & 0x7f);
    packet[at + 1] = pictureId & 0xff;
  }
}
