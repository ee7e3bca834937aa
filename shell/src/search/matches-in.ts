export interface TextPart {
  text: string;
  isMatch: boolean;
}

const KATAKANA = /[\u30A1-\u30F6]/g;
/** Maps a katakana character to its hiragana. */
const KANA_DISTANCE = 0x60;

/** Normalizes as the search does: one width, one case, hiragana for katakana. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KANA_DISTANCE));

/**
 * Splits a text at the matches of the search terms, regardless of width, case and kana.
 *
 * A term that matched by its reading (すうがく in 数学) does not occur: then the text is one part.
 */
export function matchesIn(text: string, words: string): TextPart[] {
  const letters = [...text];
  // A character may fold into several (㌔), so that each position in the folded text remembers its character.
  const owners = letters.flatMap((letter, index) => Array.from({ length: folded(letter).length }, () => index));
  const haystack = letters.map(folded).join('');
  const isMatch = letters.map(() => false);
  for (const word of folded(words)
    .split(/\s+/u)
    .filter((each) => each !== '')) {
    for (let at = haystack.indexOf(word); at !== -1; at = haystack.indexOf(word, at + word.length)) {
      owners.slice(at, at + word.length).forEach((owner) => {
        isMatch[owner] = true;
      });
    }
  }
  const parts: TextPart[] = [];
  letters.forEach((letter, index) => {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[index]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[index] ?? false });
  });
  return parts;
}
