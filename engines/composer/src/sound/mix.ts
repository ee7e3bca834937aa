import { open } from 'node:fs/promises';

import type { Composition, Speech } from '../composition';
import { voiceGraph } from '../graph';
import type { Transcoder } from '../transcoding/transcoder';
import { LoudnessMeter } from './loudness';
import { spansOf } from './speech';
import { levelsOf, SAMPLE_RATE, stepsOf, VoiceReader } from './voice-reader';

/** What was found out about the sound of a video while its voices were mixed. */
export interface Mix {
  /** Integrated loudness in LUFS; null for silence. */
  readonly loudness: number | null;
  /** The loudest sample of each part of the video, from 0 to 1. */
  readonly peaks: readonly number[];
  readonly speeches: readonly Speech[];
}

/** Voices are mixed a second at a time, so that memory depends on how many speak at once, not on the length. */
const BLOCK = SAMPLE_RATE;
const PEAKS = 200;
const WAVE_HEADER_BYTES = 44;

/**
 * Mixes the voices of a composition that begins at 0 into a WAV file of one channel, each placed by its timestamps:
 * pauses of a muted voice are silence, and a drifting clock is followed. Reads each voice once.
 */
export async function mixVoices(
  transcoder: Transcoder,
  { tracks, until, removals = [] }: Composition,
  path: string,
  onSeconds: (seconds: number) => void,
): Promise<Mix> {
  const total = Math.round(until * SAMPLE_RATE);
  const waiting = tracks.filter(({ kind }) => kind === 'voice').sort((a, b) => b.from - a.from);
  const energies = new Map(waiting.map(({ personId }) => [personId, new Float64Array(stepsOf(until))]));
  const meter = new LoudnessMeter();
  const peaks = new Array<number>(PEAKS).fill(0);
  let readers: VoiceReader[] = [];
  const file = await open(path, 'w');
  try {
    await file.write(waveHeader(total));
    for (let start = 0; start < total; start += BLOCK) {
      const block = new Float32Array(Math.min(BLOCK, total - start));
      for (
        let track = waiting.at(-1);
        track && track.from * SAMPLE_RATE < start + block.length;
        track = waiting.at(-1)
      ) {
        const parts = transcoder.sound(voiceGraph(track.file));
        const { personId } = track;
        const out = removals.filter((removal) => removal.personId === personId);
        readers.push(new VoiceReader(track, parts, energies.get(personId) as Float64Array, out));
        waiting.pop();
      }
      const isOpen = await Promise.all(readers.map((reader) => reader.addTo(block, start)));
      readers = readers.filter((_reader, index) => isOpen[index]);
      meter.add(block);
      notePeaks(peaks, block, start / total, block.length / total);
      await file.write(toPcm(block));
      onSeconds(start / SAMPLE_RATE);
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
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

function toPcm(block: Float32Array): Int16Array {
  const pcm = new Int16Array(block.length);
  for (let index = 0; index < block.length; index += 1)
    pcm[index] = Math.max(-32_768, Math.min(32_767, Math.round((block[index] as number) * 32_768)));
  return pcm;
}

const speechesOf = (energies: ReadonlyMap<string, Float64Array>): Speech[] =>
  [...energies].flatMap(([personId, sums]) => spansOf(levelsOf(sums)).map((span) => ({ personId, ...span })));

/** The header of a WAV file with 16 bits per sample and one channel. */
function waveHeader(samples: number): Buffer {
  const bytes = samples * 2;
  const header = Buffer.alloc(WAVE_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAVE_HEADER_BYTES - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
