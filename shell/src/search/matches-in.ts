import { foldForSearch } from '@manabiba/shared/contract/search-fold';

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** What folds as one: a character with its marks and long vowels, and ヴ with the small vowel that makes it バ, ビ, ベ or ボ. */
const LETTERS = /(?:(?:[ヴゔ]|ｳﾞ)[ァィェォぁぃぇぉｧｨｪｫ]|.)[\p{M}\uff9e\uff9fーｰ]*/gsu;

/**
 * Splits a text at the matches of the search terms, as the search compares text.
 *
 * A term that matched by its reading (すうがく in 数学) does not occur: then the text is one part.
 */
export function matchesIn(text: string, words: string): TextPart[] {
  const letters = text.match(LETTERS) ?? [];
  // A letter may fold into several (㌔) or none (a space), so that each position in the folded text remembers its letter.
  const folded = letters.map(foldForSearch);
  const owners = folded.flatMap((part, index) => Array.from({ length: part.length }, () => index));
  const haystack = folded.join('');
  const isMatch = letters.map(() => false);
  for (const word of words
    .split(/\s+/u)
    .map(foldForSearch)
    .filter((each) => each !== '')) {
    for (let at = haystack.indexOf(word); at !== -1; at = haystack.indexOf(word, at + word.length))
      isMatch.fill(true, owners[at], (owners[at + word.length - 1] ?? 0) + 1);
  }
  const parts: TextPart[] = [];
  letters.forEach((letter, index) => {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[index]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[index] ?? false });
  });
  return parts;
}
