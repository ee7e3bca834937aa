import { clearExtension, parseHeader, type RtpHeader } from './packet';
import { parseVp8, type Vp8Descriptor } from './vp8';

/**
 * A packet as its publisher sent it. The header in `packet` is written anew for each subscriber, in place, so what the
 * publisher wrote there is kept beside it.
 */
export interface ReceivedPacket {
  readonly packet: Buffer;
  /** Extended number of its source. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  /** Room for our header extension; 0 when there is none. */
  readonly extensionAt: number;
  readonly isKeyFrame: boolean;
  readonly vp8: Vp8Descriptor | undefined;
  /** Fills the way for measuring and means nothing to a decoder. */
  readonly isPadding: boolean;
}

/** Prepares a packet for its subscribers: extensions are emptied, padding is cut off. */
export function receivedPacket(
  packet: Buffer,
  header: RtpHeader,
  sequence: number,
  kind: 'audio' | 'video',
): ReceivedPacket {
  const isPadding = header.payloadEnd === header.payloadAt;
  const vp8 = kind === 'video' ? parseVp8(packet, header.payloadAt, header.payloadEnd) : undefined;
  clearExtension(packet, header);
  let kept = packet;
  if ((packet[0] as number) & 0x20) {
    packet[0] = (packet[0] as number) & ~0x20;
    kept = packet.subarray(0, header.payloadEnd);
  }
  return {
    packet: kept,
    sequence,
    timestamp: header.timestamp,
    marker: header.marker,
    extensionAt: header.extensionLength >= 4 ? header.extensionAt : 0,
    isKeyFrame: vp8?.isKeyFrame ?? false,
    vp8,
    isPadding,
  };
}

/** The packet that a repair packet (RFC 4588) carries; undefined for one that only fills the way. */
export function unwrapRepair(packet: Buffer, header: RtpHeader, ssrc: number, payloadType: number): Buffer | undefined {
  if (header.payloadEnd - header.payloadAt <= 2) return undefined;
  const original = Buffer.concat([
    packet.subarray(0, header.payloadAt),
    packet.subarray(header.payloadAt + 2, header.payloadEnd),
  ]);
  original[0] = (original[0] as number) & ~0x20;
  original[1] = ((original[1] as number) & 0x80) | payloadType;
  packet.copy(original, 2, header.payloadAt, header.payloadAt + 2);
  original.writeUInt32BE(ssrc, 8);
  return parseHeader(original) && original;
}
