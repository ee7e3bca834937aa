/** Systems allow 255 bytes; Japanese takes three a character. */
const MAX_CHARACTERS = 60;

/** Not allowed in names of files by Windows, or invisible, or turning the direction of what follows. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A piece of somebody's text as part of the name of a file, on every system. Empty when nothing of it can be. */
export function fileNamePart(text: string): string {
  const clean = text.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ');
  return [...clean]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
}
