import type { Composition } from '../composition';
import { voiceGraph } from '../graph';
import type { Transcoder } from '../transcoding/transcoder';
import { SAMPLE_RATE, VoiceReader } from './voice-reader';

/** Voices are read a second at a time, so that memory depends on how many speak at once, not on the length. */
const BLOCK = SAMPLE_RATE;

interface Block {
  /** The sample of the video with which it begins. */
  readonly start: number;
  readonly samples: Float32Array;
}

/**
 * Reads the voices of a composition that begins at 0 as one, each placed by its timestamps: pauses of a muted voice are
 * silence, and a drifting clock is followed. Reads each voice once, and adds to the sums of squares of its person.
 */
export async function* voiceBlocks(
  transcoder: Transcoder,
  { tracks, until, removals = [] }: Composition,
  energies: ReadonlyMap<string, Float64Array>,
): AsyncGenerator<Block> {
  const total = Math.round(until * SAMPLE_RATE);
  const waiting = tracks.filter(({ kind }) => kind === 'voice').sort((a, b) => b.from - a.from);
  let readers: VoiceReader[] = [];
  try {
    for (let start = 0; start < total; start += BLOCK) {
      const samples = new Float32Array(Math.min(BLOCK, total - start));
      for (
        let track = waiting.at(-1);
        track && track.from * SAMPLE_RATE < start + samples.length;
        track = waiting.at(-1)
      ) {
        const parts = transcoder.sound(voiceGraph(track.file));
        const { personId } = track;
        const out = removals.filter((removal) => removal.personId === personId);
        readers.push(new VoiceReader(track, parts, energies.get(personId) as Float64Array, out));
        waiting.pop();
      }
      const isOpen = await Promise.all(readers.map((reader) => reader.addTo(samples, start)));
      readers = readers.filter((_reader, index) => isOpen[index]);
      yield { start, samples };
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}
