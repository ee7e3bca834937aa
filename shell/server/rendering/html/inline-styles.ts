import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { digestOf } from '@manabiba/releases';

import type { PageFile } from './page-file';

/** Most that the given stylesheets of one page have together, uncompressed. Source: docs/decisions/0039. */
const MAX_BYTES = 32 * 1024;
/** Stylesheets that are kept in memory: those of the live releases, not of all. */
const MAX_KEPT = 100;
/** Characters that HTML changes or ends a style with, and addresses, which are relative to the file. */
const NOT_INLINE = /<\/style|[\r\0\uFEFF]|(?:url|src|image|image-set)\(|@import/i;

/** Gives the stylesheets of a page their texts, if they are small together. */
export type InlineStyles = (styles: readonly PageFile[]) => Promise<PageFile[]>;

/**
 * Reads the stylesheets of the shell and of releases for pages that hold them, so that a page is painted without waiting
 * for them.
 *
 * A style in the page has no `integrity` that browsers check: only a text with the digest of the manifest is given, and
 * the policy of the page names that digest. Any other stylesheet stays a link.
 */
export function createInlineStyles({ releasesDir, shellDir }: { releasesDir: string; shellDir: string }): InlineStyles {
  const kept = new Map<string, string>();

  function pathOf(url: string): string | undefined {
    const [, folder, path = ''] = /^(?:https?:\/\/[^/]+)?\/(r|s\/\w+)\/([\w@~./-]+)$/.exec(url) ?? [];
    if (!folder || path.includes('..')) return undefined;
    return folder === 'r' ? join(releasesDir, path) : join(shellDir, 'client', path);
  }

  async function textOf({ url, integrity }: PageFile): Promise<string | undefined> {
    const path = pathOf(url);
    if (!integrity || !path) return undefined;
    const known = kept.get(integrity);
    if (known !== undefined) return known;
    const content = await readFile(path).catch(() => null);
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
