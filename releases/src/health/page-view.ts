import { randomBytes } from 'node:crypto';

import type { Registry } from '@manabiba/shared/page/boot-data';

import type { ReleaseKey } from '../store/release-key';

/** How long after loading a page may report failures, in milliseconds. */
const VIEW_LIFE_MS = 3_600_000;

/** Its beginning is the number that the page shows when something fails. */
const ID_BYTES = 8;

/** What a page appends to its token (shell/src/app/boot-data.ts): visitors within a second get the same one. */
const LOAD = /^\w{1,16}$/;

/** One page load. */
export interface PageView {
  /** Differs for each load of a page, even when several have the same token. */
  id: string;
  /** The versions that the page received, by remote. */
  versions: ReadonlyMap<string, string>;
}

/**
 * Issues the token of a page view: the versions that the page received, and when, with a signature that only this
 * installation can make. The versions are readable, because the page contains them anyway.
 */
export function issuePageView(key: ReleaseKey, registry: Registry, now = Date.now()): string {
  const versions = Object.entries(registry.remotes)
    .map(([remote, { version }]) => `${remote}=${version}`)
    .join(' ');
  const text = `${randomBytes(ID_BYTES).toString('hex')} ${now.toString(36)} ${versions}`.trim();
  return `${text}~${markOf(key, text)}`;
}

/** Returns the content of a token; null when this installation did not issue it or it has expired. */
export function readPageView(key: ReleaseKey, token: string, now = Date.now()): PageView | null {
  const [text = '', mark = '', load = '', ...rest] = token.split('~');
  if (rest.length > 0 || (load !== '' && !LOAD.test(load)) || !key.isMarked(purposeOf(text), mark)) return null;
  const [id = '', openedAt = '', ...versions] = text.split(' ');
  if (now - Number.parseInt(openedAt, 36) > VIEW_LIFE_MS) return null;
  return { id: id + load, versions: new Map(versions.map((each) => each.split('=') as [string, string])) };
}

const purposeOf = (text: string) => `page view ${text}`;
const markOf = (key: ReleaseKey, text: string) => key.mark(purposeOf(text));
