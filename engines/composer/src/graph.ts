import { type Composition, type RecordedTrack, type Scene, scenesOf } from './composition';

/** Size of the video and pictures per second. */
export const WIDTH = 1280;
export const HEIGHT = 720;
export const RATE = 15;
export const SAMPLE_RATE = 48_000;
const BACKGROUND = '0x111827';
/** Loudness of EBU R 128, as players of video expect it. */
const LOUDNESS = 'loudnorm=I=-16:TP=-1.5:LRA=11';

/** A place in the picture. */
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

/**
 * Returns the filter graph of libavfilter that reads the tracks and ends in `out0`, the pictures, and `out1`, the sound.
 * It opens its files itself, as they are needed, so nothing but the current pictures is in memory.
 */
export function graphOf(composition: Composition): string {
  return [...pictureParts(composition), ...soundParts(composition)].join(';');
}

function pictureParts(composition: Composition): string[] {
  const placements = placementsOf(scenesOf(composition));
  const tracks = [...new Set(placements.map(({ track }) => track))];
  const parts = [`color=c=${BACKGROUND}:s=${WIDTH}x${HEIGHT}:r=${RATE}:d=${seconds(composition.until)}[v0]`];
  for (const [index, track] of tracks.entries()) {
    const own = placements.filter((placement) => placement.track === track);
    const outputs = own.map((_placement, branch) => `[t${index}b${branch}]`).join('');
    const timed = `setpts=PTS-STARTPTS+${seconds(track.from)}/TB,fps=${RATE}`;
    parts.push(`movie=filename=${quoted(track.file)},${timed},split=${own.length}${outputs}`);
    for (const [branch, { box }] of own.entries())
      parts.push(`[t${index}b${branch}]scale=${box.width}:${box.height}:${FIT},${pad(box)}[t${index}s${branch}]`);
  }
  let count = 0;
  for (const [index, track] of tracks.entries())
    for (const [branch, { box, scenes }] of placements.filter((one) => one.track === track).entries()) {
      const when = scenes.map(({ from, until }) => `gte(t,${seconds(from)})*lt(t,${seconds(until)})`).join('+');
      parts.push(
        `[v${count}][t${index}s${branch}]overlay=x=${box.x}:y=${box.y}:eof_action=pass:enable=${quoted(when)}[v${count + 1}]`,
      );
      count += 1;
    }
  return [...parts, `[v${count}]format=yuv420p[out0]`];
}

const FIT = 'force_original_aspect_ratio=decrease:force_divisible_by=2';
const pad = ({ width, height }: Box) => `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${BACKGROUND}:eval=frame`;

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

function soundParts({ tracks, until }: Composition): string[] {
  const voices = tracks.filter(({ kind }) => kind === 'voice');
  const length = seconds(until);
  const silence = `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end=${length}[a0]`;
  const parts = voices.map(
    // `aresample` fills the pauses of a muted voice, and the time before its start, with silence.
    ({ file, from }, index) =>
      `amovie=filename=${quoted(file)},asetpts=PTS-STARTPTS+${seconds(from)}/TB,atrim=start=0,aresample=${SAMPLE_RATE}:async=1000:first_pts=0,aformat=channel_layouts=stereo,apad,atrim=end=${length}[a${index + 1}]`,
  );
  const inputs = ['[a0]', ...voices.map((_voice, index) => `[a${index + 1}]`)].join('');
  const mixed = `${inputs}amix=inputs=${voices.length + 1}:normalize=0:duration=first`;
  // Silence has no loudness to be changed.
  const levelled = voices.length > 0 ? `${mixed},${LOUDNESS}` : mixed;
  const format = 'aformat=sample_fmts=fltp:channel_layouts=stereo';
  return [silence, ...parts, `${levelled},aresample=${SAMPLE_RATE},${format}[out1]`];
}

/** Times are written with a millisecond, without exponents. */
export const seconds = (time: number) => time.toFixed(3);

/** Quotes a value of a filter's option: once for the graph, and its colons once more for the options. */
export const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll(':', '\\:').replaceAll("'", "'\\\\\\''")}'`;
