import { type RegistryReader, type ReleaseAudience, type ServedRegistry, wholeAudience } from '@manabiba/releases';
import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyRequest } from 'fastify';

import type { PageLocation } from '../../src/server-render';
import type { KnownPage } from '../pages/known-pages';
import type { RequestIdentity } from '../sessions/request-identity';

/** How long a page waits for its answers when it is kept, in milliseconds: no user is waiting for it. */
export const KEPT_ANSWERS_MS = 3000;

/** The user who opens a page, and the releases they get. */
export interface Viewer {
  audience: ReleaseAudience;
  identity: RequestIdentity;
  registry: ServedRegistry | null;
  /** The id that places this browser in rollouts from now on; null when it has one. */
  newId: string | null;
}

/** Whether the service worker requests the page to keep it for offline. */
export const isForKeeping = (request: FastifyRequest) => request.headers[KEEP_HEADER] !== undefined;

/** A page kept for offline is anonymous and has the live releases, whatever cookies came with the request. */
export async function openAnonymously({ registry }: { registry: RegistryReader }): Promise<Viewer> {
  return { audience: wholeAudience, identity: { me: null }, registry: await registry.read(), newId: null };
}

/**
 * Whether browsers may keep a page: it is public, has room for the notice that it may be outdated, and its URL has no
 * query, which may contain a user's search or key.
 */
export const mayBeKept = ({ isPublic, access, ownPath, isRetired, remote }: KnownPage, { search }: PageLocation) =>
  isPublic &&
  access === 'anyone' &&
  !isRetired &&
  ownPath !== paths.signIn.pattern &&
  remote?.route.layout?.notices !== false &&
  search === '';
