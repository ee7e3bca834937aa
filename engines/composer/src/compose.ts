import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import {
  type Composition,
  cut,
  LINES_FILE,
  type RecordedTrack,
  type Speech,
  SPEECHES_FILE,
  type SpokenLine,
} from './composition';
import {
  frameCountOf,
  HEIGHT,
  pieceGraph,
  posterGraph,
  RATE,
  SMALL_HEIGHT,
  SMALL_WIDTH,
  soundGraph,
  tilesGraph,
  WIDTH,
} from './graph';
import { type Piece, piecesOf, STEP_SECONDS } from './pieces';
import { recognize, type Recognizer } from './recognition/recognize';
import { type Mix, mixVoices } from './sound/mix';
import type { Transcoder } from './transcoding/transcoder';
import { WorkFolder } from './work-folder';

const SEGMENT_SECONDS = 6;
const SOUND_RATE = 96_000;
const gopSize = RATE * STEP_SECONDS;
const RENDITIONS = [
  { width: WIDTH, height: HEIGHT, encoding: { quality: 24, rate: 1_600_000, gopSize } },
  { width: SMALL_WIDTH, height: SMALL_HEIGHT, encoding: { quality: 26, rate: 400_000, gopSize } },
] as const;
const TILE = { tileWidth: 160, tileHeight: 90, columns: 10 } as const;
const MAX_TILES = 100;
const MIN_TILE_SECONDS = 2;
/** Loudness that players of video expect, in LUFS, and the largest amplification of a quiet recording, in dB. */
const LOUDNESS = -16;
const MAX_GAIN = 30;
/** A recorded frame is followed by another within this time, in seconds, unless the recording broke off. */
const LONGEST_STILL = 12;

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
  /** Who is heard when. Times in seconds of the video. */
  readonly speeches: readonly Speech[];
  /** What was recognized of it. */
  readonly lines: readonly SpokenLine[];
}

interface ComposeOptions {
  readonly path: string;
  readonly transcoder: Transcoder;
  readonly onProgress: (percent: number) => void;
  /** Called when something is missing from the result, which is complete otherwise. */
  readonly onTrouble: (trouble: string) => void;
  readonly recognizer: Recognizer | undefined;
}

/** Nothing of a recording can be read. */
export class RecordingBroken extends Error {
  override readonly name = 'RecordingBroken';
}

/** Shares of the steps in the whole work, in percent. Recognizing speech has none: how long it takes depends on the model. */
const UNTIL_MIXED = 8;
const UNTIL_ENCODED = 92;

/**
 * Composes the video of a recording in a folder: `video.mp4`, two renditions for HLS, `poster.jpg`, `thumbs.jpg` and
 * `waveform.json`, at last `master.m3u8`. A killed process is continued where it was. Throws `RecordingBroken`.
 * `onProgress` gets percents.
 */
export async function compose(
  recorded: Composition,
  { path, transcoder, onProgress, onTrouble, recognizer }: ComposeOptions,
): Promise<Composed> {
  const length = recorded.until - recorded.from;
  const folder = await WorkFolder.open(path, JSON.stringify(recorded));
  const upTo = (from: number, until: number) => (at: number) =>
    onProgress(Math.floor(from + Math.min(1, at / length) * (until - from)));
  const secondsPerTile = Math.max(MIN_TILE_SECONDS, Math.ceil(length / MAX_TILES));
  await folder.once(folder.file('master.m3u8'), async (unfinished) => {
    const kept = cut(await readable(transcoder, recorded));
    const mix = await mixed(transcoder, kept, folder, upTo(0, UNTIL_MIXED));
    const speeches = kept.speeches.length > 0 ? kept.speeches : mix.speeches;
    await encodePieces(transcoder, piecesOf({ ...kept, speeches }), folder, upTo(UNTIL_MIXED, UNTIL_ENCODED));
    await joinParts(transcoder, folder);
    const video = folder.file('video.mp4');
    await folder.once(folder.file('poster.jpg'), (to) => transcoder.still(posterGraph(video, length / 10), to));
    const tiles = { ...TILE, secondsPerTile };
    await folder.once(folder.file('thumbs.jpg'), (to) => transcoder.still(tilesGraph(video, length, tiles), to));
    await folder.once(folder.file('waveform.json'), (to) => writeFile(to, JSON.stringify(waveformOf(mix))));
    await folder.once(folder.file(SPEECHES_FILE), (to) => writeFile(to, JSON.stringify(speeches)));
    if (recognizer)
      await folder.once(folder.file(LINES_FILE), async (to) => {
        const inner = (name: string) => folder.inner(name);
        const lines = await recognize(kept, speeches, { transcoder, recognizer, inner }).catch((error: unknown) => {
          onTrouble(String(error));
          return [];
        });
        await writeFile(to, JSON.stringify(lines));
      });
    await writeFile(unfinished, masterPlaylist());
  });
  await folder.clear();
  onProgress(100);
  const scrub = { url: 'thumbs.jpg', ...TILE, secondsPerTile };
  const [speeches, lines] = [await listIn<Speech>(folder, SPEECHES_FILE), await listIn<SpokenLine>(folder, LINES_FILE)];
  return { seconds: Math.round(length), scrub, speeches, lines };
}

/** A folder that was finished by a version before this one, or without a model, has no such file. */
const listIn = async <T>(folder: WorkFolder, name: string) =>
  JSON.parse(await readFile(folder.file(name), 'utf8').catch(() => '[]')) as T[];

/** Leaves out what cannot be read: a broken track must not cost the others. A broken end is cut off. */
async function readable(transcoder: Transcoder, composition: Composition): Promise<Composition> {
  const tracks: RecordedTrack[] = [];
  for (const track of composition.tracks) {
    const times = await transcoder.timesOf(track.file);
    if (!times) continue;
    const last = track.from + times.last - times.first + LONGEST_STILL;
    tracks.push({ ...track, firstAt: times.first, until: Math.min(track.until, last) });
  }
  if (tracks.length === 0) throw new RecordingBroken('No track of the recording can be read.');
  return { ...composition, tracks };
}

/** Mixes the voices and encodes their sound. */
async function mixed(
  transcoder: Transcoder,
  kept: Composition,
  folder: WorkFolder,
  onSeconds: (seconds: number) => void,
): Promise<Mix> {
  const wave = folder.inner('mix.wav');
  const notes = folder.inner('mix.json');
  await folder.once(notes, async (unfinished) =>
    writeFile(unfinished, JSON.stringify(await mixVoices(transcoder, kept, wave, onSeconds))),
  );
  const mix = JSON.parse(await readFile(notes, 'utf8')) as Mix;
  await folder.once(folder.inner('sound.m4a'), (unfinished) =>
    transcoder.encodeSound(soundGraph(wave, gainOf(mix)), unfinished, SOUND_RATE),
  );
  await rm(wave, { force: true });
  return mix;
}

/** Silence has no loudness to be changed. */
const gainOf = ({ loudness }: Mix) => (loudness === null ? 0 : Math.min(MAX_GAIN, LOUDNESS - loudness));

function waveformOf(mix: Mix): number[] {
  const factor = 10 ** (gainOf(mix) / 20);
  return mix.peaks.map((peak) => Math.round(Math.min(1, peak * factor) * 100) / 100);
}

/** Encodes the video piece by piece, and writes lists of the pieces. */
async function encodePieces(
  transcoder: Transcoder,
  pieces: readonly Piece[],
  folder: WorkFolder,
  onSeconds: (seconds: number) => void,
): Promise<void> {
  const nameOf = (height: number, index: number) => folder.inner(`${height}-${index}.mp4`);
  for (const [index, piece] of pieces.entries()) {
    // The small rendition is renamed first, so that where the large one is both are.
    await folder.once(nameOf(HEIGHT, index), async (unfinished) => {
      const small = nameOf(SMALL_HEIGHT, index);
      await rm(small, { force: true });
      await folder.once(small, async (alsoUnfinished) => {
        const targets = RENDITIONS.map(({ height, encoding }) => ({
          path: height === HEIGHT ? unfinished : alsoUnfinished,
          encoding,
        }));
        const count = await transcoder.encodeVideo(pieceGraph(piece), targets, (at) => onSeconds(piece.from + at));
        if (count < frameCountOf(piece)) throw new Error(`A piece has ${count} of ${frameCountOf(piece)} pictures.`);
      });
    });
    onSeconds(piece.until);
  }
  for (const { height } of RENDITIONS) {
    const lines = pieces.flatMap((piece, index) => [
      `file '${basename(nameOf(height, index))}'`,
      `duration ${(frameCountOf(piece) / RATE).toFixed(6)}`,
    ]);
    await writeFile(folder.inner(`${height}.ffconcat`), ['ffconcat version 1.0', ...lines, ''].join('\n'));
  }
}

/** Muxes video and sound without encoding them anew. */
async function joinParts(transcoder: Transcoder, folder: WorkFolder): Promise<void> {
  const sound = folder.inner('sound.m4a');
  for (const { height } of RENDITIONS)
    await folder.once(folder.file(String(height)), async (unfinished) => {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
      await transcoder.joinSegments({ video: folder.inner(`${height}.ffconcat`), sound }, unfinished, SEGMENT_SECONDS);
    });
  await folder.once(folder.file('video.mp4'), (unfinished) =>
    transcoder.joinFile({ video: folder.inner(`${HEIGHT}.ffconcat`), sound }, unfinished),
  );
}

const masterPlaylist = () =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...RENDITIONS.flatMap(({ width, height, encoding }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${encoding.rate + SOUND_RATE},RESOLUTION=${width}x${height}`,
      `${height}/index.m3u8`,
    ]),
    '',
  ].join('\n');
