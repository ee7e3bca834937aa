import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PageFile } from '../pages/page-file';
import { digestOf } from '../releases/release-files';

/** Most that the stylesheets of remotes in one page have together, uncompressed. Source: docs/decisions/0238. */
const MAX_BYTES = 32 * 1024;
/** Stylesheets that are kept in memory: those of the live releases, not of all. */
const MAX_KEPT = 100;
/** Characters that HTML changes or ends a style with, and addresses, which are relative to the file. */
const NOT_INLINE = /<\/style|[\r\0\uFEFF]|(?:url|src|image|image-set)\(|@import/i;

/** Gives the stylesheets of a page their texts, if they are small together. */
export type InlineStyles = (styles: readonly PageFile[]) => Promise<PageFile[]>;

/**
 * Reads the stylesheets of releases for pages that hold them, so that a page is painted without waiting for them.
 *
 * A style in the page has no `integrity` that browsers check: only a text with the digest of the signed release is
 * given, and the policy of the page names that digest. Any other stylesheet stays a link.
 */
export function createInlineStyles(releasesDir: string): InlineStyles {
  const kept = new Map<string, string>();

  async function textOf({ url, integrity }: PageFile): Promise<string | undefined> {
    const [, path] = /^(?:https?:\/\/[^/]+)?\/r\/([\w@~./-]+)$/.exec(url) ?? [];
    if (!integrity || !path || path.includes('..')) return undefined;
    const known = kept.get(integrity);
    if (known !== undefined) return known;
    const content = await readFile(join(releasesDir, path)).catch(() => null);
    if (!content || digestOf(content) !== integrity) return undefined;
    const text = content.toString();
    // Text that is not UTF-8 would have another digest in the page.
    if (NOT_INLINE.test(text) || !Buffer.from(text).equals(content)) return undefined;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(integrity, text);
    return text;
  }

  return async (styles) => {
    const read = await Promise.all(styles.map(async (file) => ({ ...file, text: await textOf(file) })));
    const bytes = read.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0);
    return bytes <= MAX_BYTES ? read : [...styles];
  };
}
