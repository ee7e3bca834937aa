import { clearExtension, parseHeader, type RtpHeader } from './packet';
import { parseVp8, type Vp8Descriptor } from './vp8';

/**
 * A packet as its publisher sent it. Its header in `packet` is rewritten in place for each subscriber, so the original
 * values are stored in the other properties.
 */
export interface ReceivedPacket {
  readonly packet: Buffer;
  /** Extended sequence number at its source. */
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  /** In milliseconds. */
  readonly arrivedAt: number;
  /** Offset of the space for the engine's own header extension; 0 when there is none. */
  readonly extensionAt: number;
  readonly isKeyFrame: boolean;
  readonly vp8: Vp8Descriptor | undefined;
  /** A padding-only packet for bandwidth probing; decoders ignore it. */
  readonly isPadding: boolean;
}

/** Prepares a packet for forwarding: zeroes its extensions and removes its padding. */
export function receivedPacket(
  packet: Buffer,
  header: RtpHeader,
  sequence: number,
  kind: 'audio' | 'video',
  arrivedAt: number,
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
    arrivedAt,
    extensionAt: header.extensionLength >= 4 ? header.extensionAt : 0,
    isKeyFrame: vp8?.isKeyFrame ?? false,
    vp8,
    isPadding,
  };
}

/** Returns the original packet in a retransmission (RFC 4588); undefined for padding only. */
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
