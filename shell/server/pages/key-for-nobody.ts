import { isPerson } from '@manabiba/shared/page/page-access';
import type { FastifyRequest } from 'fastify';

import { AUDIENCE_COOKIE, type ReleaseAudience } from '../releases/release-audience';
import type { ServedRegistry } from '../releases/release-manifest';
import type { RequestIdentity } from '../sessions/request-identity';
import { readSession } from '../sessions/session-cookies';
import type { KnownPage } from './known-pages';
import type { PageFile } from './page-file';

const DRAW = `${AUDIENCE_COOKIE}=`;

interface Opened {
  page: KnownPage | undefined;
  known: ServedRegistry | null;
  identity: RequestIdentity;
  audience: ReleaseAudience;
  /** Scripts of the page. */
  scripts: readonly PageFile[];
}

/**
 * Returns the key of a page that is the same for everyone without a session: by address, cookies and releases.
 * Null for all other pages.
 *
 * An address with a query may hold somebody's key. Any cookie may change a page, except the draw of rollouts, which has
 * its effect on the releases.
 */
export function keyForNobody(
  request: FastifyRequest,
  { page, known, identity, audience, scripts }: Opened,
): string | null {
  const { token, refreshToken } = readSession(request.headers.cookie);
  const isLive = audience.overrides.length === 0 && audience.environment === null;
  const isNobody = !token && !refreshToken && !isPerson(identity.me) && isLive;
  const isForAll = page?.isPublic && page.access === 'anyone' && !request.url.includes('?');
  // Scripts without a digest need a nonce, which nobody may share.
  const isSealed = scripts.every(({ integrity }) => integrity);
  if (request.method !== 'GET' || !isNobody || !isForAll || !isSealed || !known) return null;
  const cookies = (request.headers.cookie ?? '').split(/; */).filter((cookie) => !cookie.startsWith(DRAW));
  return JSON.stringify([request.url, cookies.sort(), releasesIn(known)]);
}

/** The releases of a page, as a part of a key. */
export const releasesIn = ({ remotes }: ServedRegistry) =>
  Object.entries(remotes).map(([remote, { version, entry }]) => [remote, version, entry]);
