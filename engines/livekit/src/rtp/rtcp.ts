const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;

const NACK = 1;
const TRANSPORT_CC = 15;
const APPLICATION = 15;
const PLI = 1;
const FIR = 4;

export interface ReportBlock {
  readonly ssrc: number;
  /** Share of packets lost since the last report, from 0 to 1. */
  readonly fractionLost: number;
  readonly jitter: number;
  /** Middle 32 bits of the last sender report's NTP time, and the delay since then in 1/65536 s. */
  readonly lastReport: number;
  readonly delaySinceLastReport: number;
}

/** Handlers for the parts of a compound packet; called only with complete, plausible parts. */
export interface RtcpHandlers {
  senderReport?(ssrc: number, ntpHigh: number, ntpLow: number, timestamp: number): void;
  report?(block: ReportBlock): void;
  nack?(ssrc: number, sequences: readonly number[]): void;
  keyFrame?(ssrc: number): void;
  transportCc?(packet: Buffer, at: number, end: number): void;
}

/** Parses a compound packet and skips unknown parts. Never throws on malformed input. */
export function readRtcp(packet: Buffer, handlers: RtcpHandlers): void {
  let at = 0;
  while (at + 8 <= packet.length) {
    const first = packet[at] as number;
    const type = packet[at + 1] as number;
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4;
    if (first >> 6 !== 2 || end > packet.length) return;
    const count = first & 0x1f;
    if (type === SENDER_REPORT && end - at >= 28) {
      handlers.senderReport?.(
        packet.readUInt32BE(at + 4),
        packet.readUInt32BE(at + 8),
        packet.readUInt32BE(at + 12),
        packet.readUInt32BE(at + 16),
      );
      readBlocks(packet, at + 28, end, count, handlers);
    } else if (type === RECEIVER_REPORT) readBlocks(packet, at + 8, end, count, handlers);
    else if (type === TRANSPORT_FEEDBACK || type === PAYLOAD_FEEDBACK)
      readFeedback(packet, type, count, at, end, handlers);
    at = end;
  }
}

function readBlocks(packet: Buffer, from: number, end: number, count: number, handlers: RtcpHandlers) {
  if (!handlers.report) return;
  for (let at = from, left = count; left > 0 && at + 24 <= end; at += 24, left -= 1)
    handlers.report({
      ssrc: packet.readUInt32BE(at),
      fractionLost: (packet[at + 4] as number) / 256,
      jitter: packet.readUInt32BE(at + 12),
      lastReport: packet.readUInt32BE(at + 16),
      delaySinceLastReport: packet.readUInt32BE(at + 20),
    });
}

function readFeedback(packet: Buffer, type: number, format: number, at: number, end: number, handlers: RtcpHandlers) {
  if (end - at < 12) return;
  const ssrc = packet.readUInt32BE(at + 8);
  if (type === TRANSPORT_FEEDBACK && format === NACK) {
    if (!handlers.nack) return;
    const sequences: number[] = [];
    for (let item = at + 12; item + 4 <= end; item += 4) {
      const first = packet.readUInt16BE(item);
      const following = packet.readUInt16BE(item + 2);
      sequences.push(first);
      for (let bit = 0; bit < 16; bit += 1) if (following & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
    }
    handlers.nack(ssrc, sequences);
  } else if (type === TRANSPORT_FEEDBACK && format === TRANSPORT_CC) handlers.transportCc?.(packet, at + 12, end);
  else if (type === PAYLOAD_FEEDBACK && format === PLI) handlers.keyFrame?.(ssrc);
  else if (type === PAYLOAD_FEEDBACK && format === FIR && end - at >= 20)
    handlers.keyFrame?.(packet.readUInt32BE(at + 12));
}

function header(type: number, count: number, length: number, ssrc: number): Buffer {
  const packet = Buffer.alloc(length);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(length / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

export function pictureLoss(sender: number, ssrc: number): Buffer {
  const packet = header(PAYLOAD_FEEDBACK, PLI, 12, sender);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Builds a NACK; sequence numbers close to each other share an item. */
export function negativeAcknowledgement(sender: number, ssrc: number, sequences: readonly number[]): Buffer {
  const items: [first: number, following: number][] = [];
  for (const sequence of sequences) {
    const last = items.at(-1);
    const distance = last ? (sequence - last[0]) & 0xffff : 0;
    if (last && distance >= 1 && distance <= 16) last[1] |= 1 << (distance - 1);
    else items.push([sequence, 0]);
  }
  const packet = header(TRANSPORT_FEEDBACK, NACK, 12 + items.length * 4, sender);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, [first, following]] of items.entries()) {
    packet.writeUInt16BE(first, 12 + index * 4);
    packet.writeUInt16BE(following, 14 + index * 4);
  }
  return packet;
}

/** Builds a REMB, which limits the total rate of a sender's sources (draft-alvestrand-rmcat-remb-03). */
export function rateLimit(sender: number, sources: readonly number[], bitsPerSecond: number): Buffer {
  const packet = header(PAYLOAD_FEEDBACK, APPLICATION, 20 + sources.length * 4, sender);
  packet.write('REMB', 12);
  packet[16] = sources.length;
  const exponent = Math.max(0, Math.ceil(Math.log2(bitsPerSecond / 2 ** 18)));
  packet.writeUIntBE((exponent << 18) | Math.floor(bitsPerSecond / 2 ** exponent), 17, 3);
  for (const [index, ssrc] of sources.entries()) packet.writeUInt32BE(ssrc, 20 + index * 4);
  return packet;
}

export interface SenderReport {
  readonly ssrc: number;
  readonly ntpHigh: number;
  readonly ntpLow: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

/** Builds a sender report with the CNAME that groups the sources of one participant for lip sync. */
export function senderReport(report: SenderReport, cname: string): Buffer {
  const packet = header(SENDER_REPORT, 0, 28, report.ssrc);
  packet.writeUInt32BE(report.ntpHigh, 8);
  packet.writeUInt32BE(report.ntpLow, 12);
  packet.writeUInt32BE(report.timestamp, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.bytes % 2 ** 32, 24);
  return Buffer.concat([packet, sourceDescription(report.ssrc, cname)]);
}

function sourceDescription(ssrc: number, cname: string): Buffer {
  const name = Buffer.from(cname);
  const packet = header(SOURCE_DESCRIPTION, 1, Math.ceil((10 + name.length + 1) / 4) * 4, ssrc);
  packet[8] = 1;
  packet[9] = name.length;
  name.copy(packet, 10);
  return packet;
}

export interface ReceptionBlock {
  readonly ssrc: number;
  readonly fractionLost: number;
  readonly lost: number;
  readonly highest: number;
  readonly jitter: number;
  readonly lastReport: number;
  readonly delaySinceLastReport: number;
}

/** Builds a receiver report of at most 31 blocks. */
export function receiverReport(sender: number, blocks: readonly ReceptionBlock[]): Buffer {
  const packet = header(RECEIVER_REPORT, blocks.length, 8 + blocks.length * 24, sender);
  for (const [index, block] of blocks.entries()) {
    const at = 8 + index * 24;
    packet.writeUInt32BE(block.ssrc, at);
    packet[at + 4] = Math.min(255, Math.floor(block.fractionLost * 256));
    packet.writeUIntBE(Math.max(0, Math.min(0x7fffff, block.lost)), at + 5, 3);
    packet.writeUInt32BE(block.highest >>> 0, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(block.delaySinceLastReport >>> 0, at + 20);
  }
  return packet;
}
