import type { RecordedTrack, Scene } from './composition';
import type { Piece } from './pieces';

/** Size of the video and of its small rendition, and frames per second. */
export const WIDTH = 1280;
export const HEIGHT = 720;
export const SMALL_WIDTH = 640;
export const SMALL_HEIGHT = 360;
export const RATE = 15;
const SAMPLE_RATE = 48_000;
const BACKGROUND = '0x111827';
/** Frames of a track that follow closer than this, in seconds, are left out: they would not be seen. */
const MIN_DISTANCE = 0.04;
/** Highest sample of the sound, as a share of full scale: -1.5 dB. */
const CEILING = 0.84;
/** What JPEG expects of colours, as the last filters of a graph. */
const FULL_RANGE = 'scale=out_range=full,format=yuvj420p';

/** The colours of VP8. Players take a video that does not name them for BT.709, and show darker greens. */
const COLOURS = 'setparams=range=tv:colorspace=smpte170m:color_primaries=smpte170m:color_trc=smpte170m';

/** A rectangle of the frame. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const WHOLE: Box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const LARGE: Box = { x: 0, y: 90, width: 960, height: 540 };
const BESIDE: Box = { x: 968, y: 90, width: 304, height: 172 };

interface Placement {
  readonly track: RecordedTrack;
  readonly box: Box;
  readonly scenes: Scene[];
}

export const frameCountOf = ({ from, until }: { from: number; until: number }) =>
  Math.max(1, Math.round((until - from) * RATE));

/** Returns the graph of a piece of the video, which ends in `out0`, its frames, and `out1`, the small rendition's. */
export function pieceGraph(piece: Piece): string {
  const placements = placementsOf(piece.scenes);
  const tracks = [...new Set(placements.map(({ track }) => track))];
  const length = piece.until - piece.from;
  const parts = [`color=c=${BACKGROUND}:s=${WIDTH}x${HEIGHT}:r=${RATE}:d=${seconds(length + 1)},format=yuv420p[v0]`];
  for (const [index, track] of tracks.entries()) {
    const own = placements.filter((placement) => placement.track === track);
    const outputs = own.map((_placement, branch) => `[t${index}b${branch}]`).join('');
    parts.push(`${trackSource(track, piece.from)},trim=end=${seconds(length)},split=${own.length}${outputs}`);
    for (const [branch, { box }] of own.entries())
      parts.push(`[t${index}b${branch}]scale=${box.width}:${box.height}:${FIT},${pad(box)}[t${index}s${branch}]`);
  }
  let count = 0;
  for (const [index, track] of tracks.entries())
    for (const [branch, { box, scenes }] of placements.filter((one) => one.track === track).entries()) {
      const when = scenes.map(({ from, until }) => `gte(t,${seconds(from)})*lt(t,${seconds(until)})`).join('+');
      // A screen that does not change sends few frames; its last one stays for as long as it is shared.
      parts.push(
        `[v${count}][t${index}s${branch}]overlay=x=${box.x}:y=${box.y}:eof_action=repeat:enable=${quoted(when)}[v${count + 1}]`,
      );
      count += 1;
    }
  parts.push(`[v${count}]trim=end_frame=${frameCountOf(piece)},format=yuv420p,${COLOURS},split=2[out0][small]`);
  return [...parts, `[small]scale=${SMALL_WIDTH}:${SMALL_HEIGHT}[out1]`].join(';');
}

/** Returns the source of a track, from the last place before the piece at which it can be read, on the piece's clock. */
function trackSource({ file, from, firstAt = 0 }: RecordedTrack, pieceFrom: number): string {
  const skipped = pieceFrom - from;
  const seek = skipped > 0 ? `:sp=${seconds(skipped)}` : '';
  const shift = seconds(from - firstAt - pieceFrom);
  const distinct = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${MIN_DISTANCE})'`;
  return `movie=filename=${quoted(file)}${seek},setpts=PTS+(${shift})/TB,${distinct}`;
}

const FIT = 'force_original_aspect_ratio=decrease:force_divisible_by=2';
const pad = ({ width, height }: Box) =>
  `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${BACKGROUND}:eval=frame,setsar=1`;

/** Returns which track is where, and in which scenes. */
function placementsOf(scenes: readonly Scene[]): Placement[] {
  const placements: Placement[] = [];
  const place = (track: RecordedTrack, box: Box, scene: Scene) => {
    const known = placements.find((placement) => placement.track === track && placement.box === box);
    if (known) known.scenes.push(scene);
    else placements.push({ track, box, scenes: [scene] });
  };
  for (const scene of scenes) {
    const { screen, camera } = scene;
    if (screen) place(screen, camera ? LARGE : WHOLE, scene);
    if (camera) place(camera, screen ? BESIDE : WHOLE, scene);
  }
  return placements;
}

/** Returns the graph of one voice, with its own timestamps: one channel of 16 bits. */
export const voiceGraph = (file: string) =>
  `amovie=filename=${quoted(file)},aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=mono[out0]`;

/** A model is given sound at this rate, in parts whose number fills a chunk. */
const MODEL_RATE = 16_000;
const MODEL_PART = 1600;

/** Returns the graph that recognizes the speech of a sound in chunks of some seconds, and writes lines of JSON to a file. */
export const recognitionGraph = (wave: string, { model, written, chunkSeconds }: RecognitionFiles) =>
  [
    `amovie=filename=${quoted(wave)}`,
    `aresample=${MODEL_RATE}`,
    'aformat=sample_fmts=flt:channel_layouts=mono',
    `asetnsamples=n=${MODEL_PART}:p=0`,
    `whisper=model=${quoted(model)}:language=ja:queue=${chunkSeconds}:use_gpu=0:format=json:destination=${quoted(written)}[out0]`,
  ].join(',');

interface RecognitionFiles {
  /** The model file of whisper.cpp. */
  readonly model: string;
  readonly written: string;
  readonly chunkSeconds: number;
}

/** Returns the graph of the video's sound, amplified by some decibels. One channel is played in both, as loud as it is. */
export const soundGraph = (mixed: string, gain: number) =>
  `amovie=filename=${quoted(mixed)},aformat=sample_fmts=dbl,volume=${gain.toFixed(2)}dB:precision=double,alimiter=limit=${CEILING}:level=disabled,pan=stereo|c0=c0|c1=c0,aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=stereo[out0]`;

/** Returns the graph of one frame of a video. */
export const posterGraph = (video: string, at: number) =>
  `movie=filename=${quoted(video)}:sp=${seconds(at)},${FULL_RANGE}[out0]`;

/** Returns the graph of a strip of thumbnails at a regular distance. */
export function tilesGraph(
  video: string,
  length: number,
  tiles: { tileWidth: number; tileHeight: number; columns: number; secondsPerTile: number },
): string {
  const { tileWidth, tileHeight, columns, secondsPerTile } = tiles;
  const rows = Math.ceil(Math.ceil(length / secondsPerTile) / columns);
  return `movie=filename=${quoted(video)},fps=1/${secondsPerTile}:round=up:start_time=0,scale=${tileWidth}:${tileHeight},tile=${columns}x${rows},${FULL_RANGE}[out0]`;
}

/** Times are written with a millisecond, without exponents. */
const seconds = (time: number) => time.toFixed(3);

/** Quotes a value of a filter's option: once for the graph, and its colons once more for the options. */
export const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll(':', '\\:').replaceAll("'", "'\\\\\\''")}'`;
