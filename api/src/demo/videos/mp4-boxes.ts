/** Builders of MP4 boxes (ISO/IEC 14496-12). */

export const box = (type: string, ...parts: (Buffer | readonly number[])[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part))));
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

/** A box with a version and flags. */
export const fullBox = (type: string, flags: number, ...parts: Buffer[]): Buffer => box(type, u32(flags), ...parts);

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

/** The unit matrix of headers. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** One coded picture, or one frame of sound. */
export interface Sample {
  bytes: Buffer;
  /** In units of the track's timescale. */
  duration: number;
  isKey: boolean;
}

export interface Track {
  id: number;
  kind: 'video' | 'audio';
  timescale: number;
  width: number;
  height: number;
  /** The sample entry, with the configuration of the codec. */
  entry: Buffer;
}

export const durationOf = (samples: readonly Sample[]) => samples.reduce((sum, { duration }) => sum + duration, 0);

/** `tables` are the sample tables; those of a fragmented file are empty. `seconds` is 0 there. */
export function trackBox(track: Track, seconds: number, tables: readonly Buffer[]): Buffer {
  const { id, kind, timescale, width, height, entry } = track;
  const isVideo = kind === 'video';
  const header = fullBox(
    'tkhd',
    3,
    u32(0, 0, id, 0, Math.round(seconds * 1000), 0, 0),
    u16(0, 0, isVideo ? 0 : 0x100, 0),
    MATRIX,
    u32(width * 0x10000, height * 0x10000),
  );
  const name = Buffer.from(isVideo ? 'vide' : 'soun', 'latin1');
  const media = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, timescale, Math.round(seconds * timescale)), u16(0x55c4, 0)),
    fullBox('hdlr', 0, u32(0), name, u32(0, 0, 0), Buffer.from([0])),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 1, u16(0, 0, 0, 0)) : fullBox('smhd', 0, u32(0)),
      box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
      box('stbl', fullBox('stsd', 0, u32(1), entry), ...tables),
    ),
  );
  return box('trak', header, media);
}

export const movieHeader = (seconds: number): Buffer =>
  fullBox(
    'mvhd',
    0,
    u32(0, 0, 1000, Math.round(seconds * 1000), 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    MATRIX,
    u32(0, 0, 0, 0, 0, 0, 3),
  );

/** The sample entry of H.264 with its parameter sets. */
export function h264Entry(width: number, height: number, sps: Buffer, pps: Buffer): Buffer {
  const config = box(
    'avcC',
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  );
  return box(
    'avc1',
    Buffer.alloc(6),
    u16(1, 0, 0),
    u32(0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(0x18, 0xffff),
    config,
  );
}

/** The sample entry of mono FLAC of 16 bits. */
export function flacEntry(rate: number, info: Buffer): Buffer {
  return box(
    'fLaC',
    Buffer.alloc(6),
    u16(1),
    u32(0, 0),
    u16(1, 16, 0, 0),
    u32(rate * 0x10000),
    fullBox('dfLa', 0, info),
  );
}
