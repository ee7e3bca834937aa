/** Where the shell serves the service worker, of web push and for offline. Its scope is every page. */
export const PUSH_WORKER_PATH = '/push-worker.js';

/** What the worker asks a tab when a notification was clicked: to open this path. The tab answers by the port. */
export interface OpenRequest {
  kind: 'open';
  path: string;
}

/**
 * What a tab reports to the worker: who uses the browser, and that this user is reading the page at a path, with the URLs
 * of all files that it has loaded.
 */
export type TabMessage =
  | { kind: 'person'; owner: string }
  | { kind: 'read'; owner: string; path: string; files: string[] };

/** Begins the names of all caches. Caches of another format are deleted. */
export const OFFLINE_FORMAT = 'offline-1';

/** The cache of the pages that a user has read; the owner is part of its name. */
export const keptPagesOf = (owner: string) => `${OFFLINE_FORMAT} pages ${owner}`;

/**
 * Header of a request for a page that is kept for offline, which is the anonymous one. The answer has it when the page
 * may be kept.
 */
export const KEEP_HEADER = 'x-keep-for-offline';
