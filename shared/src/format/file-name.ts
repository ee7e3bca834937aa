/** File systems allow 255 bytes; Japanese takes three per character. */
const MAX_CHARACTERS = 60;

/** Characters that Windows forbids in file names, that are invisible, or that change the text direction. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Sanitizes user text for use in a file name on every system. Empty when no valid characters remain. */
export function fileNamePart(text: string): string {
  const clean = text.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ');
  return [...clean]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
}
