import type { DrawnPart } from '@manabiba/shared/page/boot-data';

/** Where a part of a remote begins or ends in drawn HTML: shell/src/server-render.tsx. */
const MARK = /<!--part ([^>]+)-->|<!--\/part-->/g;
const EMPTY_PLACE = /<!--part ([^>]+)--><!--\/part-->/g;

/** Returns those of the parts that are in drawn HTML: a slot may be for people only. */
export function partsIn(html: string, parts: readonly DrawnPart[]): DrawnPart[] {
  const names = new Set([...html.matchAll(MARK)].map(([, name]) => name));
  return parts.filter(({ remote, kind, key }) => names.has(`${remote}/${kind}/${key}`));
}

/**
 * Inserts the parts of a drawn page into another page that has left their places empty. Null when a place stays empty,
 * or when there is none.
 */
export function insertParts(page: string, drawn: string): string | null {
  const parts = outermostParts(drawn);
  const missing: string[] = [];
  const html = page.replace(EMPTY_PLACE, (place, name: string) => {
    const part = parts.get(name);
    if (part === undefined) missing.push(name);
    return part ?? place;
  });
  return html === page || missing.length > 0 ? null : html;
}

/** The HTML of each part that is in no other part, with its marks. */
function outermostParts(html: string): Map<string, string> {
  const parts = new Map<string, string>();
  let depth = 0;
  let begin = { name: '', at: 0 };
  for (const { 0: mark, 1: name, index } of html.matchAll(MARK)) {
    if (name !== undefined) {
      if (depth === 0) begin = { name, at: index };
      depth += 1;
    } else {
      depth -= 1;
      if (depth === 0) parts.set(begin.name, html.slice(begin.at, index + mark.length));
    }
  }
  return parts;
}
