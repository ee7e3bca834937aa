import type { SpokenLine } from '../composition';
import { type Chunk, CHUNK_SECONDS } from './chunks';

/** The filter does not escape the quotes within a text. */
const LINE = /^\{"start":(-?\d+),"end":(-?\d+),"text":"(.*)"\}$/;
/** What a model writes for sounds that are no words, such as [音楽]. */
const SOUND = /^[[(（【♪*][^\])）】]*[\])）】♪*]$/;

/** Returns what FFmpeg's filter has written about the chunks of a person, in seconds of the video. */
export function linesOf(written: string, chunks: readonly Chunk[], personId: string): SpokenLine[] {
  return written.split('\n').flatMap((row) => {
    const [, start = '', end = '', said = ''] = LINE.exec(row) ?? [];
    const text = said.trim();
    if (text === '' || SOUND.test(text)) return [];
    const [from, until] = [Number(start) / 1000, Number(end) / 1000];
    // No line crosses chunks; one that ends with its chunk would seem to begin the next.
    const index = Math.floor((from + until) / 2 / CHUNK_SECONDS);
    const chunk = chunks[index];
    if (!chunk) return [];
    const shift = chunk.from - index * CHUNK_SECONDS;
    const inside = { from: Math.max(chunk.from, from + shift), until: Math.min(chunk.until, until + shift) };
    return inside.until > inside.from ? [{ personId, ...inside, text }] : [];
  });
}
