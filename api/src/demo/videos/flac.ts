import { setImmediate } from 'node:timers/promises';

import { BitWriter } from './bit-writer';

/*
 * FLAC (RFC 9639), lossless: each sample is predicted from the four before it and the difference is stored. Every
 * browser plays it in MP4, and it needs no codec on the machine.
 */

export const FLAC_CODEC = 'flac';
/** Samples of a frame; the length of a sound must be a multiple of it. */
export const FLAC_BLOCK = 4096;
const ORDER = 4;
/** Code of the sample rate 16 kHz, of 4096 samples and of 16 bits in a frame header. */
const RATE_CODE = 0b0101;
const BLOCK_CODE = 0b1100;
const DEPTH_CODE = 0b100;
export const FLAC_RATE = 16_000;

/** The STREAMINFO block, as the MP4 box `dfLa` carries it. */
export function streamInfo(samples: number): Buffer {
  const writer = new BitWriter();
  writer.bits(0x80, 8);
  writer.bits(34, 24);
  writer.bits(FLAC_BLOCK, 16);
  writer.bits(FLAC_BLOCK, 16);
  writer.bits(0, 48);
  writer.bits(FLAC_RATE, 20);
  writer.bits(0, 3);
  writer.bits(15, 5);
  writer.bits(samples, 36);
  writer.append(new Uint8Array(16));
  return writer.finish();
}

/** Encodes mono samples of 16 bits into frames. Other work goes on meanwhile. */
export async function encodeFlac(samples: Int16Array): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let start = 0; start < samples.length; start += FLAC_BLOCK) {
    frames.push(encodeFrame(samples.subarray(start, start + FLAC_BLOCK), start / FLAC_BLOCK));
    await setImmediate();
  }
  return frames;
}

function encodeFrame(samples: Int16Array, number: number): Buffer {
  const head = new BitWriter();
  head.bits(0xfff8, 16);
  head.bits(BLOCK_CODE, 4);
  head.bits(RATE_CODE, 4);
  head.bits(0, 4);
  head.bits(DEPTH_CODE, 3);
  head.bit(0);
  head.append(Buffer.from(String.fromCodePoint(number)));
  const header = head.finish();
  const body = new BitWriter();
  body.append(header);
  body.bits(crc(header, 0x07, 8), 8);
  // A fixed predictor of order 4 and no wasted bits.
  body.bits(0b0_001_100_0, 8);
  for (const sample of samples.subarray(0, ORDER)) body.bits(sample & 0xffff, 16);
  writeResiduals(body, residualsOf(samples));
  const frame = body.finish();
  const sum = crc(frame, 0x8005, 16);
  return Buffer.concat([frame, Buffer.from([sum >> 8, sum & 0xff])]);
}

function residualsOf(samples: Int16Array): number[] {
  const at = (index: number) => samples[index] ?? 0;
  return Array.from({ length: samples.length - ORDER }, (_, from) => {
    const n = from + ORDER;
    return at(n) - 4 * at(n - 1) + 6 * at(n - 2) - 4 * at(n - 3) + at(n - 4);
  });
}

/** Rice codes in one partition. */
function writeResiduals(writer: BitWriter, residuals: readonly number[]): void {
  const folded = residuals.map((value) => (value >= 0 ? 2 * value : -2 * value - 1));
  const mean = folded.reduce((sum, value) => sum + value, 0) / folded.length;
  const parameter = Math.min(14, Math.max(0, Math.round(Math.log2(mean + 1))));
  writer.bits(0, 2);
  writer.bits(0, 4);
  writer.bits(parameter, 4);
  for (const value of folded) {
    for (let zeros = value >> parameter; zeros > 0; zeros -= 1) writer.bit(0);
    writer.bit(1);
    writer.bits(value & ((1 << parameter) - 1), parameter);
  }
}

function crc(bytes: Uint8Array, polynomial: number, width: 8 | 16): number {
  const [top, mask] = [1 << (width - 1), (1 << width) - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask) >>> 0;
  }
  return sum;
}
