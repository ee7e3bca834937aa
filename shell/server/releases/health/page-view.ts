import { randomBytes } from 'node:crypto';

import type { Registry } from '@manabiba/shared/page/boot-data';

import type { ReleaseKey } from '../release-key';

/** How long a page may report failures after it was opened, in milliseconds. */
const VIEW_LIFE_MS = 3_600_000;

/** One opening of a page. */
export interface PageView {
  id: string;
  /** The versions that the page was given, by remote. */
  versions: ReadonlyMap<string, string>;
}

/**
 * The token of a page view: what the page was given, and when, under a mark that only this installation can make. The
 * versions stand in it in the clear because they stand in the page anyway.
 */
export function issuePageView(key: ReleaseKey, registry: Registry, now = Date.now()): string {
  const versions = Object.entries(registry.remotes)
    .map(([remote, { version }]) => `${remote}=${version}`)
    .join(' ');
  const text = `${randomBytes(9).toString('base64url')} ${now.toString(36)} ${versions}`.trim();
  return `${text}~${markOf(key, text)}`;
}

/** What a token says; null when this installation did not make it or it is too old. */
export function readPageView(key: ReleaseKey, token: string, now = Date.now()): PageView | null {
  const end = token.lastIndexOf('~');
  const text = token.slice(0, Math.max(0, end));
  if (!key.isMarked(purposeOf(text), token.slice(end + 1))) return null;
  const [id = '', openedAt = '', ...versions] = text.split(' ');
  if (now - Number.parseInt(openedAt, 36) > VIEW_LIFE_MS) return null;
  return { id, versions: new Map(versions.map((each) => each.split('=') as [string, string])) };
}

const purposeOf = (text: string) => `page view ${text}`;
const markOf = (key: ReleaseKey, text: string) => key.mark(purposeOf(text));
