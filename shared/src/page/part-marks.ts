/** Where a part of a remote begins or ends in rendered HTML. React skips comments when it hydrates. */
export const MARK = /<!--part ([^>]+)-->|<!--\/part-->/g;

/** The HTML of each part that is in no other part, with its marks. Null when the marks are not balanced. */
export function outermostParts(html: string): Map<string, string> | null {
  const parts = new Map<string, string>();
  let depth = 0;
  let begin = { name: '', at: 0 };
  for (const { 0: mark, 1: name, index } of html.matchAll(MARK)) {
    if (name !== undefined) {
      if (depth === 0) begin = { name, at: index };
      depth += 1;
    } else {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0) parts.set(begin.name, html.slice(begin.at, index + mark.length));
    }
  }
  return depth === 0 ? parts : null;
}
