/** One tick of the arrival deltas: 250 microseconds. The reference time counts units of 64 ms. */
const TICK_MS = 0.25;
const REFERENCE_MS = 64;

/**
 * Parses transport-cc feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01). Calls the handler for each
 * sequence number with its arrival in milliseconds of the receiver's clock, or undefined if it is missing. Stops at the
 * end of the data, even when it is truncated.
 */
export function readTransportFeedback(
  packet: Buffer,
  at: number,
  end: number,
  each: (sequence: number, arrival: number | undefined) => void,
): void {
  if (end - at < 8) return;
  const base = packet.readUInt16BE(at);
  const count = packet.readUInt16BE(at + 2);
  let arrival = packet.readIntBE(at + 4, 3) * REFERENCE_MS;
  const symbols: number[] = [];
  let next = at + 8;
  while (symbols.length < count && next + 2 <= end) {
    const chunk = packet.readUInt16BE(next);
    next += 2;
    if ((chunk & 0x8000) === 0) {
      const run = Math.min(chunk & 0x1fff, count - symbols.length);
      for (let index = 0; index < run; index += 1) symbols.push((chunk >> 13) & 0x03);
    } else if (chunk & 0x4000) for (let shift = 12; shift >= 0; shift -= 2) symbols.push((chunk >> shift) & 0x03);
    else for (let shift = 13; shift >= 0; shift -= 1) symbols.push((chunk >> shift) & 0x01);
  }
  for (let index = 0; index < Math.min(count, symbols.length); index += 1) {
    const symbol = symbols[index] as number;
    const size = symbol === 1 ? 1 : symbol === 2 ? 2 : 0;
    if (next + size > end) return;
    if (size > 0) arrival += (size === 1 ? (packet[next] as number) : packet.readInt16BE(next)) * TICK_MS;
    each((base + index) & 0xffff, size > 0 ? arrival : undefined);
    next += size;
  }
}
