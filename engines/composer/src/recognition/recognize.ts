import { readFile, rm } from 'node:fs/promises';

import type { Composition, Speech, SpokenLine } from '../composition';
import { voiceBlocks } from '../sound/voice-blocks';
import { SAMPLE_RATE, stepsOf } from '../sound/voice-reader';
import { WaveFile } from '../sound/wave-file';
import type { Transcoder } from '../transcoding/transcoder';
import { type Chunk, CHUNK_SECONDS, chunksOf } from './chunks';
import { linesOf } from './recognized-text';

/** Recognizes the speech in a WAV file whose chunks follow each other, and writes the lines to a file. */
export type Recognizer = (wave: string, written: string) => Promise<void>;

interface RecognizeOptions {
  readonly transcoder: Transcoder;
  readonly recognizer: Recognizer;
  /** Returns the path of a file that is not needed in the end. */
  readonly inner: (name: string) => string;
}

/** Recognizes what each person says in a composition that begins at 0, of the speeches found in their voices. */
export async function recognize(
  composition: Composition,
  speeches: readonly Speech[],
  { transcoder, recognizer, inner }: RecognizeOptions,
): Promise<SpokenLine[]> {
  const lines: SpokenLine[] = [];
  const people = new Set(speeches.map(({ personId }) => personId));
  const [wave, written] = [inner('speech.wav'), inner('speech.txt')];
  for (const personId of people) {
    const isOwn = (own: { personId: string }) => own.personId === personId;
    const chunks = chunksOf(speeches.filter(isOwn), composition.until);
    const own = { ...composition, tracks: composition.tracks.filter(isOwn) };
    await writeChunks(transcoder, own, chunks, { personId, path: wave });
    await recognizer(wave, written);
    lines.push(...linesOf(await readFile(written, 'utf8'), chunks, personId));
  }
  await rm(wave, { force: true });
  return lines.sort((a, b) => a.from - b.from);
}

/** Writes the chunks of one voice behind each other; shorter ones end in silence. */
async function writeChunks(
  transcoder: Transcoder,
  composition: Composition,
  chunks: readonly Chunk[],
  { personId, path }: { personId: string; path: string },
): Promise<void> {
  const size = CHUNK_SECONDS * SAMPLE_RATE;
  const places = chunks.map(({ from, until }, index) => ({
    at: index * size,
    from: Math.round(from * SAMPLE_RATE),
    until: Math.round(until * SAMPLE_RATE),
  }));
  const file = await WaveFile.create(path, chunks.length * size);
  try {
    const energies = new Map([[personId, new Float64Array(stepsOf(composition.until))]]);
    for await (const { start, samples } of voiceBlocks(transcoder, composition, energies))
      for (const place of places) {
        const from = Math.max(place.from, start);
        const until = Math.min(place.until, start + samples.length, place.from + size);
        if (until > from) await file.write(samples.subarray(from - start, until - start), place.at + from - place.from);
      }
  } finally {
    await file.close();
  }
}
