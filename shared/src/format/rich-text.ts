import { webAddresses } from './web-addresses';

/** A span of a line: plain text or a link. */
export type Inline = { text: string; href?: string };
export type Block = { kind: 'paragraph'; lines: Inline[][] } | { kind: 'list'; items: Inline[][] };

const BULLET = /^[・•*-]\s*(?=\S)/u;

/** Splits a text into URLs and plain text; nothing else is interpreted. */
export function linkedParts(line: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const { index, address } of webAddresses(line)) {
    if (index > from) parts.push({ text: line.slice(from, index) });
    parts.push({ text: address, href: address });
    from = index + address.length;
  }
  if (from < line.length || parts.length === 0) parts.push({ text: line.slice(from) });
  return parts;
}

/**
 * Parses user text into paragraphs (separated by empty lines), lists (lines that begin with ・ or -) and links. The text
 * is never interpreted as markup.
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
      const item = linkedParts(line.replace(BULLET, ''));
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else if (last?.kind === 'paragraph') last.lines.push(linkedParts(line));
    else blocks.push({ kind: 'paragraph', lines: [linkedParts(line)] });
    isNew = false;
  }
  return blocks;
}
