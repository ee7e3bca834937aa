import fc from 'fast-check';

import { encodeFlac, FLAC_BLOCK } from './flac';
import { createH264Encoder, sequenceParameters } from './h264';
import { composeMelody, peaksOf } from './melody';
import { toPicture, withBox } from './picture';

/** Reads bits, most significant first. */
function reader(bytes: Uint8Array) {
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (width: number) => Array.from({ length: width }, bit).reduce((value, next) => value * 2 + next, 0);
  return { bit, bits };
}

const signed = (value: number) => (value >= 0x8000 ? value - 0x10000 : value);

/** Decodes a frame as RFC 9639 describes it: a fixed predictor of order 4, Rice codes in one partition. */
function decodeFrame(frame: Buffer): number[] {
  const { bit, bits } = reader(frame);
  expect(bits(16)).toBe(0xfff8);
  bits(16);
  // Frame numbers below 128 take one byte; then the checksum of the header.
  bits(16);
  expect(bits(8)).toBe(0b0001_1000);
  const samples = Array.from({ length: 4 }, () => signed(bits(16)));
  bits(6);
  const parameter = bits(4);
  while (samples.length < FLAC_BLOCK) {
    let high = 0;
    while (bit() === 0) high += 1;
    const folded = high * 2 ** parameter + bits(parameter);
    const residual = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    const [a = 0, b = 0, c = 0, d = 0] = samples.slice(-4).reverse();
    samples.push(residual + 4 * a - 6 * b + 4 * c - d);
  }
  return samples;
}

it('loses nothing of a sound', async () => {
  const sound = composeMelody(2, [0, 1], 7);
  expect(sound.length % FLAC_BLOCK).toBe(0);
  const decoded = (await encodeFlac(sound)).flatMap(decodeFrame);
  expect(decoded).toEqual([...sound]);
  expect(Math.max(...peaksOf(sound, 10))).toBeGreaterThan(5);
});

it('loses nothing of the loudest noise', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.integer({ min: -32_768, max: 32_767 })), async (stream) => {
      const sound = Int16Array.from({ length: FLAC_BLOCK }, () => stream.next().value ?? 0);
      expect((await encodeFlac(sound)).flatMap(decodeFrame)).toEqual([...sound]);
    }),
    { numRuns: 5 },
  );
});

describe('pictures', () => {
  const [width, height] = [64, 36];
  const grey = toPicture(
    Uint8Array.from({ length: width * height * 3 }, () => 128),
    width,
    height,
  );
  /** Undoes what keeps start codes out of a payload. */
  const payloadOf = (nal: Buffer) => Buffer.from(nal.toString('latin1').replaceAll('\0\0\u0003', '\0\0'), 'latin1');

  it('are sent whole when they can be decoded alone', () => {
    const nal = createH264Encoder().encode(grey, true);
    expect((nal[0] ?? 0) & 31).toBe(5);
    // 4 × 3 macroblocks of 384 bytes: the third row reaches below the picture.
    expect(payloadOf(nal).length).toBeGreaterThan(12 * 384);
    expect(nal.includes(Buffer.alloc(16, grey.luma[0]))).toBe(true);
  });

  it('are sent as far as they changed otherwise', () => {
    const encoder = createH264Encoder();
    encoder.encode(grey, true);
    expect(encoder.encode(grey, false).length).toBeLessThan(12);
    const box = withBox(grey, { x: 0, y: 0, width: 20, height: 8, shade: 200 });
    const changed = encoder.encode(box, false);
    expect((changed[0] ?? 0) & 31).toBe(1);
    expect(changed.length).toBeGreaterThan(2 * 384);
    expect(changed.length).toBeLessThan(3 * 384);
  });

  it('name their colours, BT.601 of limited range', () => {
    const bits = [...payloadOf(sequenceParameters(width, height))].map((byte) => byte.toString(2).padStart(8, '0'));
    // An unspecified format, limited range, and primaries, transfer and matrix.
    expect(bits.join('')).toContain(`10101${'00000110'.repeat(3)}`);
  });

  it('never contain a start code', () => {
    const black = { ...grey, luma: new Uint8Array(width * height), cb: new Uint8Array(576), cr: new Uint8Array(576) };
    const nal = createH264Encoder().encode(black, true);
    expect(/\0\0[\0-\u0002]/.test(nal.toString('latin1'))).toBe(false);
    expect(sequenceParameters(width, height).length).toBeGreaterThan(8);
  });
});
