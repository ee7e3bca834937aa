/** Returns whether a packet is RTCP. RTP and RTCP share one connection; the second byte tells them apart (RFC 5761). */
export function isRtcp(packet: Buffer): boolean {
  const type = packet[1] as number;
  return type >= 192 && type <= 223;
}

export interface RtpHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** Offset of the first extension element, and the length of all elements in bytes; 0 without an extension. */
  readonly extensionAt: number;
  readonly extensionLength: number;
  readonly isTwoByte: boolean;
  readonly payloadAt: number;
  /** Offset of the end of the payload, before the padding. */
  readonly payloadEnd: number;
}

/** Parses the header; undefined for anything that is not a complete RTP packet. */
export function parseHeader(packet: Buffer): RtpHeader | undefined {
  const { length } = packet;
  if (length < 12) return undefined;
  const first = packet[0] as number;
  if (first >> 6 !== 2) return undefined;
  let at = 12 + (first & 0x0f) * 4;
  let extensionAt = 0;
  let extensionLength = 0;
  let isTwoByte = false;
  if (first & 0x10) {
    if (at + 4 > length) return undefined;
    const profile = packet.readUInt16BE(at);
    extensionAt = at + 4;
    extensionLength = packet.readUInt16BE(at + 2) * 4;
    isTwoByte = profile >> 4 === 0x100;
    at = extensionAt + extensionLength;
    if (profile !== 0xbede && !isTwoByte) extensionLength = 0;
  }
  let payloadEnd = length;
  if (first & 0x20) payloadEnd -= packet[length - 1] as number;
  if (at > length || payloadEnd < at) return undefined;
  const second = packet[1] as number;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensionAt,
    extensionLength,
    isTwoByte,
    payloadAt: at,
    payloadEnd,
  };
}

/** Returns offset and length of a header extension element as `at << 8 | length`; -1 if it is absent. */
export function findExtension(packet: Buffer, header: RtpHeader, id: number): number {
  let at = header.extensionAt;
  const end = at + header.extensionLength;
  while (at < end) {
    const first = packet[at] as number;
    if (first === 0) {
      at += 1;
      continue;
    }
    let elementId = first >> 4;
    let length = (first & 0x0f) + 1;
    let value = at + 1;
    if (header.isTwoByte) {
      elementId = first;
      length = packet[at + 1] ?? 0;
      value = at + 2;
    } else if (elementId === 15) return -1;
    if (value + length > end) return -1;
    if (elementId === id) return (value << 8) | length;
    at = value + length;
  }
  return -1;
}

/** Returns the text of an extension element such as mid or rid. */
export function extensionText(packet: Buffer, header: RtpHeader, id: number): string | undefined {
  const found = id === 0 ? -1 : findExtension(packet, header, id);
  return found === -1 ? undefined : packet.toString('latin1', found >> 8, (found >> 8) + (found & 0xff));
}

/** Zeroes the extension, whose element ids are only valid for the sender; its space remains. */
export function clearExtension(packet: Buffer, header: RtpHeader): void {
  if (header.extensionLength === 0) return;
  // A few bytes: a loop costs less than the call out of JavaScript.
  const end = header.extensionAt + header.extensionLength;
  for (let at = header.extensionAt; at < end; at += 1) packet[at] = 0;
  packet.writeUInt16BE(0xbede, header.extensionAt - 4);
}

/** Returns how far `sequence` is ahead of `before`, from -32768 to 32767. */
export function sequenceDistance(sequence: number, before: number): number {
  return ((sequence - before) << 16) >> 16;
}

/** Extends 16-bit sequence numbers beyond wraparound. */
export class SequenceUnwrapper {
  #highest = -1;

  /** Returns the extended number. Numbers start above 65,535, so that packets older than the first stay positive. */
  unwrap(sequence: number): number {
    if (this.#highest === -1) {
      this.#highest = sequence + 0x10000;
      return this.#highest;
    }
    const extended = this.#highest + sequenceDistance(sequence, this.#highest & 0xffff);
    if (extended > this.#highest) this.#highest = extended;
    return extended;
  }

  get highest(): number {
    return this.#highest;
  }
}
