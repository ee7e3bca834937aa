import type { RecordedTrack, Speech } from './composition';
import { quoted, seconds } from './graph';
import { type Libraries, samples } from './transcoder';

const RATE = 4000;
/** The loudness of a voice is measured this often, in seconds. */
const STEP_SECONDS = 0.1;
/** The root mean square above which somebody speaks, as a share of full scale: about -40 dB. */
const AUDIBLE = 0.01;
/** Shorter pauses do not end a speech, and shorter noises are none. */
const PAUSE_SECONDS = 1;
const NOISE_SECONDS = 0.3;

/** Returns when somebody spoke in a voice track, on the clock of the recording. */
export async function speechesOf(av: Libraries, track: RecordedTrack): Promise<Speech[]> {
  const graph = `amovie=filename=${quoted(track.file)},aresample=${RATE}:async=1000:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono,atrim=end=${seconds(track.until - track.from)}[out0]`;
  const levels: number[] = [];
  const perStep = RATE * STEP_SECONDS;
  let sum = 0;
  let count = 0;
  await samples(av, graph, (some) => {
    for (const sample of some) {
      sum += (sample / 32_768) ** 2;
      count += 1;
      if (count < perStep) continue;
      levels.push(Math.sqrt(sum / count));
      sum = 0;
      count = 0;
    }
  });
  return spansOf(levels).map(({ from, until }) => ({
    personId: track.personId,
    from: track.from + from,
    until: track.from + until,
  }));
}

/** Returns the spans of audible levels, in seconds. */
export function spansOf(levels: readonly number[]): { from: number; until: number }[] {
  const spans: { from: number; until: number }[] = [];
  for (const [index, level] of levels.entries()) {
    if (level < AUDIBLE) continue;
    const from = index * STEP_SECONDS;
    const until = from + STEP_SECONDS;
    const last = spans.at(-1);
    if (last && from - last.until < PAUSE_SECONDS) last.until = until;
    else spans.push({ from, until });
  }
  return spans.filter((span) => span.until - span.from >= NOISE_SECONDS - STEP_SECONDS / 2);
}
