import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a link was opened by hand or from our own pages: a foreign page must not send users to it. */
export function isOpenedByHand({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'none' || site === 'same-origin';
}

/** Returns where a link leads on: the path if it is one of ours, the top page otherwise. */
export const pathWithin = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';
