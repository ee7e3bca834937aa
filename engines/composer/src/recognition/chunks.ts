/** Speech is recognized in chunks of this length, in seconds. A whisper model hears at most 30 at once. */
export const CHUNK_SECONDS = 20;
/** Beside each speech this much is heard as well: a voice is found by its loudness, which misses its edges. */
const MARGIN_SECONDS = 0.3;

/** A part of the video that is recognized at once, in seconds. */
export interface Chunk {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the chunks of a video of this length that hold what one person says, in the order of time and without
 * overlapping. Speeches that fit share a chunk with the pauses between them; longer pauses are in none, because a model
 * hears words in silence.
 */
export function chunksOf(speeches: readonly Chunk[], length: number): Chunk[] {
  const chunks: { from: number; until: number }[] = [];
  for (const speech of [...speeches].sort((a, b) => a.from - b.from)) {
    const until = Math.min(length, speech.until + MARGIN_SECONDS);
    const last = chunks.at(-1);
    let from = Math.max(0, last?.until ?? 0, speech.from - MARGIN_SECONDS);
    if (last && until - last.from <= CHUNK_SECONDS) {
      last.until = Math.max(last.until, until);
      continue;
    }
    for (; from < until; from += CHUNK_SECONDS) chunks.push({ from, until: Math.min(until, from + CHUNK_SECONDS) });
  }
  return chunks;
}
