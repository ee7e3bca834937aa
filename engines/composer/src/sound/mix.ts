import type { Composition, Speech } from '../composition';
import type { Transcoder } from '../transcoding/transcoder';
import { LoudnessMeter } from './loudness';
import { spansOf } from './speech';
import { voiceBlocks } from './voice-blocks';
import { levelsOf, SAMPLE_RATE, stepsOf } from './voice-reader';
import { WaveFile } from './wave-file';

/** What was found out about the sound of a video while its voices were mixed. */
export interface Mix {
  /** Integrated loudness in LUFS; null for silence. */
  readonly loudness: number | null;
  /** The loudest sample of each part of the video, from 0 to 1. */
  readonly peaks: readonly number[];
  readonly speeches: readonly Speech[];
}

const PEAKS = 200;

/** Mixes the voices of a composition that begins at 0 into a WAV file of one channel. */
export async function mixVoices(
  transcoder: Transcoder,
  composition: Composition,
  path: string,
  onSeconds: (seconds: number) => void,
): Promise<Mix> {
  const { tracks, until } = composition;
  const total = Math.round(until * SAMPLE_RATE);
  const speakers = tracks.filter(({ kind }) => kind === 'voice').map(({ personId }) => personId);
  const energies = new Map(speakers.map((personId) => [personId, new Float64Array(stepsOf(until))]));
  const meter = new LoudnessMeter();
  const peaks = new Array<number>(PEAKS).fill(0);
  const file = await WaveFile.create(path, total);
  try {
    for await (const { start, samples } of voiceBlocks(transcoder, composition, energies)) {
      meter.add(samples);
      notePeaks(peaks, samples, start / total, samples.length / total);
      await file.write(samples, start);
      onSeconds(start / SAMPLE_RATE);
    }
  } finally {
    await file.close();
  }
  return { loudness: meter.integrated(), peaks, speeches: speechesOf(energies) };
}

/** Notes the loudest samples of a block, given as shares of the whole. */
function notePeaks(peaks: number[], block: Float32Array, from: number, share: number): void {
  for (let index = 0; index < block.length; index += 1) {
    const peak = Math.min(PEAKS - 1, Math.floor((from + (share * index) / block.length) * PEAKS));
    const level = Math.abs(block[index] as number);
    if (level > (peaks[peak] as number)) peaks[peak] = Math.min(1, level);
  }
}

const speechesOf = (energies: ReadonlyMap<string, Float64Array>): Speech[] =>
  [...energies].flatMap(([personId, sums]) => spansOf(levelsOf(sums)).map((span) => ({ personId, ...span })));
