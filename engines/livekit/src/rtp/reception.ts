import { type ReceptionBlock } from './rtcp';

/** Mapping of a source's RTP timestamps to wall-clock time, from its sender reports. */
export interface SourceClock {
  readonly ntpHigh: number;
  readonly ntpLow: number;
  readonly timestamp: number;
  /** When the report arrived, in milliseconds. */
  readonly at: number;
}

/** Reception statistics of one source (RFC 3550, 6.4 and A.8). */
export class Reception {
  packets = 0;
  bytes = 0;
  clock: SourceClock | undefined;
  lastPacketAt = -Infinity;
  /** Bits per second between the last two reports. */
  bitrate = 0;
  /** Packets expected and lost between the last two reports. */
  expected = 0;
  lost = 0;
  #first = -1;
  #highest = -1;
  #jitter = 0;
  #transit = 0;
  #expectedBefore = 0;
  #packetsBefore = 0;
  #bytesBefore = 0;
  #reportedAt = 0;

  constructor(private readonly clockRate: number) {}

  arrived(sequence: number, timestamp: number, length: number, now: number): void {
    this.packets += 1;
    this.bytes += length;
    this.lastPacketAt = now;
    if (this.#first === -1 || sequence < this.#first) this.#first = sequence;
    if (sequence > this.#highest) this.#highest = sequence;
    const transit = (now * this.clockRate) / 1000 - timestamp;
    const difference = Math.abs(transit - this.#transit);
    this.#transit = transit;
    // Not after a timestamp wraparound or a restart of the source.
    if (difference < this.clockRate * 10) this.#jitter += (difference - this.#jitter) / 16;
  }

  /** Returns the block for the next receiver report; undefined when nothing arrived since the last one. */
  report(ssrc: number, now: number): ReceptionBlock | undefined {
    const elapsedMs = now - this.#reportedAt;
    this.bitrate = this.#reportedAt === 0 ? 0 : ((this.bytes - this.#bytesBefore) * 8000) / elapsedMs;
    this.#bytesBefore = this.bytes;
    this.#reportedAt = now;
    this.expected = 0;
    this.lost = 0;
    if (this.packets === this.#packetsBefore) return undefined;
    const expected = this.#highest - this.#first + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.packets - this.#packetsBefore);
    this.#expectedBefore = expected;
    this.#packetsBefore = this.packets;
    this.expected = Math.max(0, expectedNow);
    this.lost = Math.min(this.expected, Math.max(0, lostNow));
    const { clock } = this;
    return {
      ssrc,
      fractionLost: this.expected > 0 ? this.lost / this.expected : 0,
      lost: expected - this.packets,
      highest: this.#highest,
      jitter: Math.floor(this.#jitter),
      lastReport: clock ? (((clock.ntpHigh & 0xffff) << 16) | (clock.ntpLow >>> 16)) >>> 0 : 0,
      delaySinceLastReport: clock ? Math.floor(((now - clock.at) * 65_536) / 1000) : 0,
    };
  }
}

/** Returns NTP time in seconds as a number; precise enough for differences between two sources of one clock. */
export function ntpSeconds({ ntpHigh, ntpLow }: SourceClock): number {
  return ntpHigh + ntpLow / 2 ** 32;
}
