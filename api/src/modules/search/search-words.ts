import { readings } from './readings';

/** Further words are ignored. */
const MAX_WORDS = 8;
/** Longest hiragana word that is looked up as a reading, in characters. */
const MAX_READING_LENGTH = 20;

/** Splits a search into its words. */
export const wordsOf = (q: string): string[] =>
  q
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** Returns a normalised word with its alternative spelling: すうがく also gives 数学, みなとてんもんだい also gives みなと天文台. */
export function spellingsOf(word: string): string[] {
  if (word.length > MAX_READING_LENGTH || !/^[ぁ-ん]+$/.test(word)) return [word];
  const written = writtenFormOf(word);
  return written === word ? [word] : [word, written];
}

interface Writing {
  text: string;
  /** Number of characters left as typed, and number of parts: lower is better. */
  asTyped: number;
  parts: number;
}

/** Replaces readings in a word by their written forms so that they cover as much of it as possible. */
function writtenFormOf(word: string): string {
  // best[n]: the best written form of the first n characters.
  const best: Writing[] = [{ text: '', asTyped: 0, parts: 0 }];
  for (let end = 1; end <= word.length; end += 1) {
    const candidates = best.flatMap((before, start): Writing[] => {
      const form = readings.get(word.slice(start, end));
      if (form !== undefined) return [{ text: before.text + form, asTyped: before.asTyped, parts: before.parts + 1 }];
      return start === end - 1
        ? [{ text: before.text + word.slice(start, end), asTyped: before.asTyped + 1, parts: before.parts + 1 }]
        : [];
    });
    best.push(
      candidates.reduce((a, b) => (b.asTyped < a.asTyped || (b.asTyped === a.asTyped && b.parts < a.parts) ? b : a)),
    );
  }
  return best.at(-1)?.text ?? word;
}
