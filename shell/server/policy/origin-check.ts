import type { IncomingHttpHeaders } from 'node:http';

import { isLoopback } from './loopback';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request comes out of a page: browsers say so themselves, and no page can leave it out. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Whether a request that changes something may be one of ours.
 *
 * Browsers name the page it came from, in Sec-Fetch-Site or at least in Origin: only our own pages and the person's own
 * hand ("none") pass. Whoever sends neither is no browser and passes as long as it brings no cookie along.
 */
export function isOurs(request: { method: string; headers: IncomingHttpHeaders }, publicUrl: string): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host, publicUrl);
  return headers.cookie === undefined;
}

/** The public address, or the one that the request itself was sent to (localhost and 127.0.0.1 are both home). */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  const own = new URL(publicUrl);
  if (given.origin === own.origin) return true;
  // The same name without encryption is somebody else who holds the line; a machine's own loopback has nobody on it.
  return (
    host !== undefined &&
    given.host === host.toLowerCase() &&
    (given.protocol === own.protocol || isLoopback(given.hostname))
  );
}
