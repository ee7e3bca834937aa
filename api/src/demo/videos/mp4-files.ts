import { box, durationOf, fullBox, movieHeader, type Sample, type Track, trackBox, u32 } from './mp4-boxes';

export interface TrackSamples {
  track: Track;
  samples: readonly Sample[];
}

const BRANDS = Buffer.from('isom\u0000\u0000\u0002\u0000isomiso6mp41avc1', 'latin1');
const EMPTY_TABLES = [
  fullBox('stts', 0, u32(0)),
  fullBox('stsc', 0, u32(0)),
  fullBox('stsz', 0, u32(0, 0)),
  fullBox('stco', 0, u32(0)),
];
/** Flags of samples in fragments: a key picture, and one that depends on others. */
const KEY = 0x02000000;
const DEPENDENT = 0x01010000;

/** The initialization segment of a fragmented file. */
export function initSegment(tracks: readonly Track[]): Buffer {
  const extensions = tracks.map(({ id }) => fullBox('trex', 0, u32(id, 1, 0, 0, 0)));
  return Buffer.concat([
    box('ftyp', BRANDS),
    box('moov', movieHeader(0), ...tracks.map((track) => trackBox(track, 0, EMPTY_TABLES)), box('mvex', ...extensions)),
  ]);
}

/** A media segment. `startOf` returns when a track's part begins, in its timescale. */
export function mediaSegment(number: number, parts: readonly (TrackSamples & { start: number })[]): Buffer {
  const build = (offsets: readonly number[]) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(number)),
      ...parts.map(({ track, samples, start }, index) =>
        box(
          'traf',
          // The data begins at the moof.
          fullBox('tfhd', 0x020000, u32(track.id)),
          fullBox('tfdt', 0, u32(start)),
          fullBox(
            'trun',
            0x000701,
            u32(samples.length, offsets[index] ?? 0),
            u32(...samples.flatMap(({ bytes, duration, isKey }) => [duration, bytes.length, isKey ? KEY : DEPENDENT])),
          ),
        ),
      ),
    );
  const bytesOf = parts.map(({ samples }) => Buffer.concat(samples.map(({ bytes }) => bytes)));
  const headLength = build(parts.map(() => 0)).length + 8;
  const offsets = bytesOf.map((_, index) =>
    bytesOf.slice(0, index).reduce((sum, { length }) => sum + length, headLength),
  );
  return Buffer.concat([build(offsets), box('mdat', ...bytesOf)]);
}

/** Seconds of one chunk: sound and pictures take turns in the file, so that playing needs no jumps. */
const CHUNK_SECONDS = 1;

/** A whole file whose index stands before the data. */
export function wholeFile(given: readonly TrackSamples[]): Buffer {
  const chunks = given.flatMap((entry, index) => chunksOf(entry).map((chunk) => ({ ...chunk, index })));
  chunks.sort((a, b) => a.start - b.start || a.index - b.index);
  const seconds = Math.max(...given.map(({ track, samples }) => durationOf(samples) / track.timescale));
  const build = (dataStart: number) => {
    let at = dataStart;
    const offsets = given.map((): number[] => []);
    for (const { index, samples } of chunks) {
      offsets[index]?.push(at);
      at += samples.reduce((sum, { bytes }) => sum + bytes.length, 0);
    }
    const tracks = given.map((entry, index) =>
      trackBox(entry.track, durationOf(entry.samples) / entry.track.timescale, tablesOf(entry, offsets[index] ?? [])),
    );
    return Buffer.concat([box('ftyp', BRANDS), box('moov', movieHeader(seconds), ...tracks)]);
  };
  const head = build(build(0).length + 8);
  return Buffer.concat([head, box('mdat', ...chunks.flatMap(({ samples }) => samples.map(({ bytes }) => bytes)))]);
}

function chunksOf({ track, samples }: TrackSamples): { start: number; samples: Sample[] }[] {
  const chunks: { start: number; samples: Sample[] }[] = [];
  let at = 0;
  for (const sample of samples) {
    const number = Math.floor(at / track.timescale / CHUNK_SECONDS);
    const last = chunks.at(-1);
    if (last?.start === number * CHUNK_SECONDS) last.samples.push(sample);
    else chunks.push({ start: number * CHUNK_SECONDS, samples: [sample] });
    at += sample.duration;
  }
  return chunks;
}

function tablesOf(entry: TrackSamples, offsets: readonly number[]): Buffer[] {
  const { samples } = entry;
  const runs: [number, number][] = [];
  for (const { duration } of samples) {
    const last = runs.at(-1);
    if (last?.[1] === duration) last[0] += 1;
    else runs.push([1, duration]);
  }
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? index + 1 : []));
  const sizes = chunksOf(entry).map((chunk, index) => [index + 1, chunk.samples.length, 1]);
  return [
    fullBox('stts', 0, u32(runs.length, ...runs.flat())),
    ...(entry.track.kind === 'video' ? [fullBox('stss', 0, u32(keys.length, ...keys))] : []),
    fullBox('stsc', 0, u32(sizes.length, ...sizes.flat())),
    fullBox('stsz', 0, u32(0, samples.length, ...samples.map(({ bytes }) => bytes.length))),
    fullBox('stco', 0, u32(offsets.length, ...offsets)),
  ];
}
