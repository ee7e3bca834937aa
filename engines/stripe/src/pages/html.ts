/** Text that is already markup. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | number | string | false | null | undefined | readonly Html[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function partOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(partOf).join('');
  return part === false || part === null || part === undefined ? '' : escape(String(part));
}

/** A template tag for markup that escapes all interpolated values. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(pieces.map((piece, index) => piece + partOf(parts[index])).join(''));
