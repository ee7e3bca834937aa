/** Dashes of Unicode and what keyboards produce in their place: long vowel marks, box lines, the heavy minus sign. */
const HYPHENS = /[\p{Dash}ーㅡ─━➖˗⁃]/gu;

/**
 * Returns the form in which codes that people type are stored and compared: half-width capitals, no spaces or invisible
 * characters, one kind of hyphen.
 */
export const foldCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();
