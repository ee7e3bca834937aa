import type { ReceivedPacket } from '../rtp/received-packet';
import type { SentRange } from '../rtp/sent-ranges';
import { writePictureId } from '../rtp/vp8';
import { SENT_TRANSPORT_CC_ID } from '../sdp/subscriber-offer';

/** Writes a packet's header for one subscriber, in place. */
export function rewritePacket(
  received: ReceivedPacket,
  ssrc: number,
  payloadType: number,
  sequence: number,
  range: SentRange,
  transportSequence: number,
): void {
  const { packet, vp8, extensionAt } = received;
  packet[1] = (received.marker ? 0x80 : 0) | payloadType;
  packet[2] = (sequence >> 8) & 0xff;
  packet[3] = sequence & 0xff;
  writeWord(packet, 4, received.timestamp + range.timestampOffset);
  writeWord(packet, 8, ssrc);
  if (extensionAt !== 0) {
    packet[extensionAt] = (SENT_TRANSPORT_CC_ID << 4) | 1;
    packet[extensionAt + 1] = transportSequence >> 8;
    packet[extensionAt + 2] = transportSequence & 0xff;
  }
  if (!vp8) return;
  if (vp8.pictureIdBits !== 0)
    writePictureId(packet, vp8.pictureIdAt, vp8.pictureIdBits, vp8.pictureId + range.pictureIdOffset);
  if (vp8.tl0At !== 0) packet[vp8.tl0At] = vp8.tl0 + range.tl0Offset;
}

function writeWord(packet: Buffer, at: number, value: number) {
  packet[at] = value >>> 24;
  packet[at + 1] = (value >>> 16) & 0xff;
  packet[at + 2] = (value >>> 8) & 0xff;
  packet[at + 3] = value & 0xff;
}
