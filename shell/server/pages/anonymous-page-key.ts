import type { ReleaseAudience, ServedRegistry } from '@manabiba/releases';
import { isPerson } from '@manabiba/shared/page/page-access';
import type { FastifyRequest } from 'fastify';

import { AUDIENCE_COOKIE } from '../registry/read-audience';
import type { PageFile } from '../rendering/html/page-file';
import type { RequestIdentity } from '../sessions/request-identity';
import { readSession } from '../sessions/session-cookies';
import type { KnownPage } from './known-pages';

const AUDIENCE = `${AUDIENCE_COOKIE}=`;

interface KeyedPage {
  page: KnownPage | undefined;
  registry: ServedRegistry | null;
  identity: RequestIdentity;
  audience: ReleaseAudience;
  /** Scripts of the page. */
  scripts: readonly PageFile[];
}

/**
 * Returns the cache key of a page that is the same for everyone without a session: its URL, cookies and releases.
 * Null for all other pages.
 *
 * A URL with a query may contain a user's key. Any cookie may change a page, except the one that assigns a browser to
 * rollouts: its effect is in the releases.
 */
export function anonymousPageKey(
  request: FastifyRequest,
  { page, registry, identity, audience, scripts }: KeyedPage,
): string | null {
  const { token, refreshToken } = readSession(request.headers.cookie);
  const isLive = audience.overrides.length === 0 && audience.environment === null;
  const isAnonymous = !token && !refreshToken && !isPerson(identity.me) && isLive;
  const isForAll = page?.isPublic && page.access === 'anyone' && !request.url.includes('?');
  // Scripts without a digest need a nonce, which must not be shared.
  const hasDigests = scripts.every(({ integrity }) => integrity);
  if (request.method !== 'GET' || !isAnonymous || !isForAll || !hasDigests || !registry) return null;
  const cookies = (request.headers.cookie ?? '').split(/; */).filter((cookie) => !cookie.startsWith(AUDIENCE));
  return JSON.stringify([request.url, cookies.sort(), releasesIn(registry)]);
}

/** The releases of a page, for a cache key. */
export const releasesIn = ({ remotes }: ServedRegistry) =>
  Object.entries(remotes).map(([remote, { version, entry }]) => [remote, version, entry]);
