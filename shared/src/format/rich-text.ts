export type Block = { kind: 'paragraph'; lines: string[] } | { kind: 'list'; items: string[] };

const BULLET = /^[・•*-]\s*(?=\S)/u;

/**
 * Parses user text into paragraphs (separated by empty lines) and lists (lines that begin with ・ or -). The text is never
 * interpreted as markup.
 */
export function richText(text: string): Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const last = isNew ? undefined : blocks.at(-1);
    if (BULLET.test(line)) {
      const item = line.replace(BULLET, '');
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else if (last?.kind === 'paragraph') last.lines.push(line);
    else blocks.push({ kind: 'paragraph', lines: [line] });
    isNew = false;
  }
  return blocks;
}
