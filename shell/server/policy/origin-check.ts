import type { IncomingHttpHeaders } from 'node:http';

import { isLoopback } from './loopback';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a request comes from a page: browsers set these headers themselves, and no page can omit them. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Returns whether a state-changing request is same-origin.
 *
 * Browsers send the initiating page in Sec-Fetch-Site or at least in Origin: only our own pages and direct user input
 * ("none") pass. A request with neither is not from a browser and passes only without a cookie.
 */
export function isOurs(request: { method: string; headers: IncomingHttpHeaders }, publicUrl: string): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host, publicUrl);
  return headers.cookie === undefined;
}

/**
 * Matches the public address, or the one that the request itself was sent to (both localhost and 127.0.0.1 are valid).
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  const own = new URL(publicUrl);
  if (given.origin === own.origin) return true;
  // The same name over plain HTTP may be a network attacker; a machine's own loopback cannot be intercepted.
  return (
    host !== undefined &&
    given.host === host.toLowerCase() &&
    (given.protocol === own.protocol || isLoopback(given.hostname))
  );
}
