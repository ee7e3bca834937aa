import { sequenceDistance } from './packet';

/** One tick of the arrival deltas: 250 microseconds. The reference time counts 64 ms. */
const TICK_MS = 0.25;
const REFERENCE_MS = 64;
/** Arrivals kept between two feedbacks, and the longest span one feedback describes. */
const MAX_SPAN = 400;

/**
 * Notes when packets of one connection arrived and writes the feedback (draft-holmer-rmcat-transport-wide-cc-01) by
 * which the sender finds out what the way carries.
 */
export class ArrivalRecorder {
  readonly #arrivals = new Map<number, number>();
  #highest = -1;
  #next = -1;
  #count = 0;

  /** `sequence` is the number of the extension, `now` in milliseconds. */
  arrived(sequence: number, now: number): void {
    const extended =
      this.#highest === -1 ? sequence + 0x10000 : this.#highest + sequenceDistance(sequence, this.#highest & 0xffff);
    if (extended > this.#highest) this.#highest = extended;
    if (this.#next === -1) this.#next = extended;
    if (this.#highest - extended > MAX_SPAN) return;
    this.#arrivals.set(extended, now);
    if (extended < this.#next) this.#next = extended;
  }

  /** The feedback on what arrived since the last one; undefined when nothing did. */
  takeFeedback(): Buffer | undefined {
    if (this.#arrivals.size === 0) return undefined;
    const base = Math.max(this.#next, this.#highest - MAX_SPAN + 1);
    const first = firstArrival(this.#arrivals, base, this.#highest);
    const reference = Math.floor(first / REFERENCE_MS);
    const symbols: number[] = [];
    const deltas: number[] = [];
    let last = reference * REFERENCE_MS;
    for (let sequence = base; sequence <= this.#highest; sequence += 1) {
      const arrival = this.#arrivals.get(sequence);
      if (arrival === undefined) {
        symbols.push(0);
        continue;
      }
      const delta = Math.max(-32_768, Math.min(32_767, Math.round((arrival - last) / TICK_MS)));
      last += delta * TICK_MS;
      const isSmall = delta >= 0 && delta <= 255;
      symbols.push(isSmall ? 1 : 2);
      deltas.push(...(isSmall ? [delta] : [(delta >> 8) & 0xff, delta & 0xff]));
    }
    this.#next = this.#highest + 1;
    this.#arrivals.clear();
    return this.#write(base, symbols, reference, deltas);
  }

  #write(base: number, symbols: number[], reference: number, deltas: number[]): Buffer {
    const chunks = symbolChunks(symbols);
    const length = 8 + chunks.length * 2 + deltas.length;
    const body = Buffer.alloc(Math.ceil(length / 4) * 4);
    body.writeUInt16BE(base & 0xffff, 0);
    body.writeUInt16BE(symbols.length, 2);
    body.writeUIntBE(reference & 0xffffff, 4, 3);
    body[7] = this.#count & 0xff;
    this.#count += 1;
    for (const [index, chunk] of chunks.entries()) body.writeUInt16BE(chunk, 8 + index * 2);
    body.set(deltas, 8 + chunks.length * 2);
    return body;
  }
}

function firstArrival(arrivals: Map<number, number>, base: number, highest: number): number {
  for (let sequence = base; sequence <= highest; sequence += 1) {
    const arrival = arrivals.get(sequence);
    if (arrival !== undefined) return arrival;
  }
  return 0;
}

/** Run lengths where seven or more are the same, else vectors of seven two-bit symbols. */
function symbolChunks(symbols: readonly number[]): number[] {
  const chunks: number[] = [];
  let at = 0;
  while (at < symbols.length) {
    const symbol = symbols[at] as number;
    let run = 1;
    while (at + run < symbols.length && symbols[at + run] === symbol && run < 0x1fff) run += 1;
    if (run >= 7 || at + run === symbols.length) {
      chunks.push((symbol << 13) | run);
      at += run;
      continue;
    }
    let vector = 0xc000;
    for (let index = 0; index < 7; index += 1) vector |= (symbols[at + index] ?? 0) << (12 - index * 2);
    chunks.push(vector);
    at += 7;
  }
  return chunks;
}

/**
 * Reads a feedback: each number of the extension with its arrival in milliseconds on the receiver's clock, or undefined
 * for one that is missing. Stops at the end of the data, wherever that is.
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
