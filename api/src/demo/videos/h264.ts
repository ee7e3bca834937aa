import { BitWriter } from './bit-writer';
import type { Picture } from './picture';

/*
 * H.264 (ITU-T H.264) without compression: a macroblock is either sent as it is (I_PCM) or taken from the picture
 * before (P_Skip). That is enough for slides, exact, and needs no codec on the machine.
 */

const BLOCK = 16;
/** mb_type of an I_PCM macroblock in I and P slices, tables 7-11 and 7-13. */
const I_PCM_IN_I = 25;
const I_PCM_IN_P = 30;
const FRAME_NUMBERS = 256;
/** Primaries, transfer and matrix, tables E-3 to E-5. */
const BT_601 = 6;
const TWO_ZEROS = Buffer.from([0, 0]);
const SEPARATOR = Buffer.from([3]);

/** Baseline profile, level 3.0. */
const PROFILE = [66, 0xc0, 30] as const;
export const H264_CODEC = 'avc1.42c01e';

/** Wraps a payload as a NAL unit; three bytes that look like a start code are kept apart. */
function nal(header: number, payload: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([header])];
  let from = 0;
  for (let at = payload.indexOf(TWO_ZEROS); at >= 0; at = payload.indexOf(TWO_ZEROS, from)) {
    const next = payload[at + 2];
    if (next === undefined) break;
    parts.push(payload.subarray(from, at + 2));
    if (next <= 3) parts.push(SEPARATOR);
    from = at + 2;
  }
  return Buffer.concat([...parts, payload.subarray(from)]);
}

function closed(writer: BitWriter): Buffer {
  writer.bit(1);
  return writer.finish();
}

/** The sequence parameter set for pictures of this size. */
export function sequenceParameters(width: number, height: number): Buffer {
  const writer = new BitWriter();
  for (const byte of PROFILE) writer.bits(byte, 8);
  const rows = Math.ceil(height / BLOCK);
  const columns = Math.ceil(width / BLOCK);
  // Id 0, 8-bit frame numbers, output in decoding order, one reference picture.
  for (const value of [0, 4, 2, 1]) writer.ue(value);
  writer.bit(0);
  writer.ue(columns - 1);
  writer.ue(rows - 1);
  writer.bit(1);
  writer.bit(1);
  const [right, bottom] = [(columns * BLOCK - width) / 2, (rows * BLOCK - height) / 2];
  writer.bit(right + bottom > 0 ? 1 : 0);
  if (right + bottom > 0) for (const value of [0, right, 0, bottom]) writer.ue(value);
  writer.bit(1);
  colours(writer);
  return nal(0x67, closed(writer));
}

/** The usability information (annex E), which names BT.601: players take a video that names no colours for BT.709. */
function colours(writer: BitWriter): void {
  // No aspect ratio, no overscan; the format is unspecified and the range limited; the colours follow.
  for (const bit of [0, 0, 1, 1, 0, 1, 0, 1]) writer.bit(bit);
  for (let field = 0; field < 3; field += 1) writer.bits(BT_601, 8);
  // No place of the chroma, no timing, no buffering, no picture structure, no restrictions.
  for (let flag = 0; flag < 6; flag += 1) writer.bit(0);
}

/** The picture parameter set: no arithmetic coding, and a deblocking filter that slices can turn off. */
export function pictureParameters(): Buffer {
  const writer = new BitWriter();
  writer.ue(0);
  writer.ue(0);
  writer.bits(0, 2);
  for (const value of [0, 0, 0]) writer.ue(value);
  writer.bits(0, 3);
  for (const value of [0, 0, 0]) writer.ue(value);
  writer.bits(0b100, 3);
  return nal(0x68, closed(writer));
}

/** Encodes the pictures of one video in order. */
export function createH264Encoder() {
  let before: Picture | null = null;
  let frameNumber = 0;
  let keys = 0;
  return {
    /** Returns one NAL unit. A key picture can be decoded without those before it. */
    encode(picture: Picture, isKey: boolean): Buffer {
      const reference = isKey ? null : before;
      frameNumber = reference ? (frameNumber + 1) % FRAME_NUMBERS : 0;
      before = picture;
      if (!reference) keys += 1;
      return encodeSlice(picture, reference, { frameNumber, keyId: keys % 2 });
    },
  };
}

function encodeSlice(picture: Picture, reference: Picture | null, ids: { frameNumber: number; keyId: number }): Buffer {
  const writer = new BitWriter();
  writer.ue(0);
  writer.ue(reference ? 5 : 7);
  writer.ue(0);
  writer.bits(ids.frameNumber, 8);
  if (!reference) writer.ue(ids.keyId);
  // No override of the number of references, no reordering (P); no long-term reference (I); no marking (P).
  writer.bits(0, reference ? 3 : 2);
  // The quantizer stays, the deblocking filter is off.
  writer.ue(0);
  writer.ue(1);
  let skipped = 0;
  for (let y = 0; y < picture.height; y += BLOCK)
    for (let x = 0; x < picture.width; x += BLOCK) {
      if (reference && isSame(picture, reference, x, y)) {
        skipped += 1;
        continue;
      }
      if (reference) writer.ue(skipped);
      skipped = 0;
      writer.ue(reference ? I_PCM_IN_P : I_PCM_IN_I);
      writer.align();
      appendBlock(writer, picture, x, y);
    }
  if (skipped > 0) writer.ue(skipped);
  return nal(reference ? 0x41 : 0x65, closed(writer));
}

/** The planes of a picture with the size of a macroblock in them and the length of a row. */
const planesOf = ({ width, luma, cb, cr }: Picture) => [
  { values: luma, size: BLOCK, width },
  { values: cb, size: BLOCK / 2, width: width / 2 },
  { values: cr, size: BLOCK / 2, width: width / 2 },
];

/** Where a row of a macroblock begins in its plane. Rows below the picture repeat its last one. */
function rowStart({ values, width }: { values: Uint8Array; width: number }, x: number, y: number): number {
  return Math.min(y, values.length / width - 1) * width + x;
}

function isSame(picture: Picture, reference: Picture, x: number, y: number): boolean {
  const others = planesOf(reference);
  return planesOf(picture).every((plane, index) => {
    const other = others[index];
    if (!other || plane.values === other.values) return other !== undefined;
    const scale = BLOCK / plane.size;
    for (let row = 0; row < plane.size; row += 1) {
      const start = rowStart(plane, x / scale, y / scale + row);
      for (let at = start; at < start + plane.size; at += 1) if (plane.values[at] !== other.values[at]) return false;
    }
    return true;
  });
}

function appendBlock(writer: BitWriter, picture: Picture, x: number, y: number): void {
  for (const plane of planesOf(picture)) {
    const scale = BLOCK / plane.size;
    for (let row = 0; row < plane.size; row += 1) {
      const start = rowStart(plane, x / scale, y / scale + row);
      writer.append(plane.values.subarray(start, start + plane.size));
    }
  }
}
