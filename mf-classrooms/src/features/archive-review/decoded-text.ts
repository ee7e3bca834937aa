/** The byte order marks that name a character set. */
const MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** In this order: EUC-JP before Shift_JIS, which accepts most of it as half-width katakana. */
const WITHOUT_MARK = ['utf-8', 'euc-jp', 'shift_jis'];

/**
 * Returns the text of a file in UTF-8, UTF-16, Shift_JIS, EUC-JP or ISO-2022-JP without its byte order mark, or null for
 * a file in none of them.
 */
export function decodedText(file: ArrayBuffer): string | null {
  const bytes = new Uint8Array(file);
  const mark = MARKS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  const labels = mark ? [mark] : withoutMark(bytes);
  for (const label of labels) {
    const text = decoded(bytes, label);
    if (text !== null) return text;
  }
  return null;
}

function withoutMark(bytes: Uint8Array): readonly string[] {
  // Text has no null characters: they are the high bytes of line breaks and digits in UTF-16.
  const zero = bytes.indexOf(0);
  if (zero >= 0) return [zero % 2 === 0 ? 'utf-16be' : 'utf-16le'];
  return bytes.includes(0x1b) ? ['iso-2022-jp'] : WITHOUT_MARK;
}

function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
