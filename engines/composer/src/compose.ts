import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Composition, cut, type RecordedTrack, type Speech } from './composition';
import { graphOf, HEIGHT, quoted, RATE, SAMPLE_RATE, seconds, WIDTH } from './graph';
import { speechesOf } from './speech';
import { encode, FULL_RANGE, isReadable, type Libraries, loadLibraries, picture, samples, segment } from './transcoder';

const SEGMENT_SECONDS = 6;
const GOP = RATE * 2;
const MAIN = { quality: 24, videoRate: 1_600_000, soundRate: 96_000, gopSize: GOP };
const SMALL = { quality: 26, videoRate: 400_000, soundRate: 64_000, gopSize: GOP };
const SMALL_WIDTH = 640;
const SMALL_HEIGHT = 360;
const TILE = { tileWidth: 160, tileHeight: 90, columns: 10 } as const;
const MAX_TILES = 100;
const MIN_TILE_SECONDS = 2;
const PEAKS = 200;
const PEAK_RATE = 4000;

/** What was composed. `scrub.url` is the name of the file. */
export interface Composed {
  readonly seconds: number;
  readonly scrub: {
    readonly url: string;
    readonly columns: number;
    readonly tileWidth: number;
    readonly tileHeight: number;
    readonly secondsPerTile: number;
  };
}

/** Nothing of a recording can be read. */
export class RecordingBroken extends Error {
  override readonly name = 'RecordingBroken';
}

/** Shares of the steps in the whole work, in percent. */
const UNTIL_HEARD = 2;
const UNTIL_MAIN = 70;
const UNTIL_SMALL = 92;

/**
 * Composes the video of a recording in a folder: `video.mp4`, two renditions for HLS, `poster.jpg`, `thumbs.jpg` and
 * `waveform.json`. Each step writes beside its result and renames it, so a killed process is continued where it was.
 * Throws `CodecMissing` or `RecordingBroken`. `onProgress` tells percents.
 */
export async function compose(
  recorded: Composition,
  folder: string,
  onProgress: (percent: number) => void,
): Promise<Composed> {
  const av = await loadLibraries();
  await mkdir(folder, { recursive: true });
  const length = recorded.until - recorded.from;
  const video = join(folder, 'video.mp4');
  const small = join(folder, 'small.mp4');
  const upTo = (from: number, until: number) => (at: number) =>
    onProgress(Math.floor(from + Math.min(1, at / length) * (until - from)));
  await once(video, async (path) => {
    const kept = cut(await heard(av, await readable(av, recorded)));
    await encode(av, graphOf(kept), { path, encoding: MAIN, onSeconds: upTo(UNTIL_HEARD, UNTIL_MAIN) });
  });
  await once(small, (path) =>
    encode(av, smallGraph(video), { path, encoding: SMALL, onSeconds: upTo(UNTIL_MAIN, UNTIL_SMALL) }),
  );
  for (const [name, path] of [
    [String(HEIGHT), video],
    [String(SMALL_HEIGHT), small],
  ] as const)
    await once(join(folder, name), async (made) => {
      await rm(made, { recursive: true, force: true });
      await mkdir(made, { recursive: true });
      await segment(av, path, made, SEGMENT_SECONDS);
    });
  const secondsPerTile = Math.max(MIN_TILE_SECONDS, Math.ceil(length / MAX_TILES));
  await once(join(folder, 'poster.jpg'), async (path) =>
    writeFile(
      path,
      await picture(av, `movie=filename=${quoted(video)}:sp=${seconds(length / 10)},${FULL_RANGE}[out0]`),
    ),
  );
  await once(join(folder, 'thumbs.jpg'), async (path) =>
    writeFile(path, await picture(av, tilesGraph(video, length, secondsPerTile))),
  );
  await once(join(folder, 'waveform.json'), async (path) =>
    writeFile(path, JSON.stringify(await peaksOf(av, video, length))),
  );
  await once(join(folder, 'master.m3u8'), (path) => writeFile(path, masterPlaylist()));
  await rm(small, { force: true });
  onProgress(100);
  return { seconds: Math.round(length), scrub: { url: 'thumbs.jpg', ...TILE, secondsPerTile } };
}

/** Runs a step unless its result exists. */
async function once(path: string, make: (path: string) => Promise<unknown>): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) return;
  const unfinished = `${path}.part`;
  await make(unfinished);
  await rename(unfinished, path);
}

/** Leaves out what cannot be read. A broken track must not cost the others. */
async function readable(av: Libraries, composition: Composition): Promise<Composition> {
  const tracks: RecordedTrack[] = [];
  for (const track of composition.tracks) if (await isReadable(av, track.file)) tracks.push(track);
  if (tracks.length === 0) throw new RecordingBroken('No track of the recording can be read.');
  return { ...composition, tracks };
}

/** Finds out who spoke when, which only matters where there is more than one camera. */
async function heard(av: Libraries, composition: Composition): Promise<Composition> {
  const { tracks, speeches } = composition;
  if (speeches.length > 0 || tracks.filter(({ kind }) => kind === 'camera').length < 2) return composition;
  const found: Speech[] = [];
  for (const track of tracks) if (track.kind === 'voice') found.push(...(await speechesOf(av, track)));
  return { ...composition, speeches: found };
}

const smallGraph = (video: string) =>
  `movie=filename=${quoted(video)},scale=${SMALL_WIDTH}:${SMALL_HEIGHT}[out0];amovie=filename=${quoted(video)},aresample=${SAMPLE_RATE}[out1]`;

function tilesGraph(video: string, length: number, secondsPerTile: number): string {
  const { tileWidth, tileHeight, columns } = TILE;
  const rows = Math.ceil(Math.ceil(length / secondsPerTile) / columns);
  return `movie=filename=${quoted(video)},fps=1/${secondsPerTile}:round=up:start_time=0,scale=${tileWidth}:${tileHeight},tile=${columns}x${rows},${FULL_RANGE}[out0]`;
}

/** Returns how loud the video is over its length, from 0 to 1. */
async function peaksOf(av: Libraries, video: string, length: number): Promise<number[]> {
  const peaks = new Array<number>(PEAKS).fill(0);
  const samplesPerPeak = Math.max(1, (length * PEAK_RATE) / PEAKS);
  let count = 0;
  const graph = `amovie=filename=${quoted(video)},aresample=${PEAK_RATE},aformat=sample_fmts=s16:channel_layouts=mono[out0]`;
  await samples(av, graph, (some) => {
    for (const sample of some) {
      const index = Math.min(PEAKS - 1, Math.floor(count / samplesPerPeak));
      peaks[index] = Math.max(peaks[index] as number, Math.abs(sample) / 32_768);
      count += 1;
    }
  });
  return peaks.map((peak) => Math.round(peak * 100) / 100);
}

const masterPlaylist = () =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(
      [
        [MAIN, WIDTH, HEIGHT],
        [SMALL, SMALL_WIDTH, SMALL_HEIGHT],
      ] as const
    ).flatMap(([{ videoRate, soundRate }, width, height]) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${videoRate + soundRate},RESOLUTION=${width}x${height}`,
      `${height}/index.m3u8`,
    ]),
    '',
  ].join('\n');
