import { readings } from './readings';

/** More words than this say nothing more. */
const MAX_WORDS = 8;
/** Readings are looked for in words of hiragana of at most this length, in characters. */
const MAX_READING_LENGTH = 20;

/** The words of a search, as they were typed. */
export const wordsOf = (q: string): string[] =>
  q
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** A normalised word with its other spelling: すうがく is 数学 as well, みなとてんもんだい is みなと天文台. */
export function spellingsOf(word: string): string[] {
  if (word.length > MAX_READING_LENGTH || !/^[ぁ-ん]+$/.test(word)) return [word];
  const written = writtenFormOf(word);
  return written === word ? [word] : [word, written];
}

interface Writing {
  text: string;
  /** Characters that stand as they were typed, and parts: the fewer the better. */
  asTyped: number;
  parts: number;
}

/** The word with the readings that cover most of it in their written form. */
function writtenFormOf(word: string): string {
  // best[n]: how the first n characters are written best.
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
