import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a link was opened by hand or from our own pages: a foreign page must not send users to it. */
export function isOpenedByHand({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'none' || site === 'same-origin';
}

const OWN = 'http://own.invalid';

/**
 * Returns where a link leads on: the path if it is one of ours, the top page otherwise. Parsed as browsers do, which drop
 * tabs and take `/\` for `//`.
 */
export function pathWithin(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, OWN)) return '/';
  const { origin, pathname, search, hash } = new URL(path, OWN);
  return origin === OWN && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
