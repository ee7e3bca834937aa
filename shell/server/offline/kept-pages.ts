import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyRequest } from 'fastify';

import type { PageLocation } from '../../src/server-render';
import type { KnownPage } from '../pages/known-pages';
import type { RegistryReader } from '../registry/registry-reader';
import { type ReleaseAudience, wholeAudience } from '../releases/release-audience';
import type { ServedRegistry } from '../releases/release-manifest';
import type { RequestIdentity } from '../sessions/request-identity';

/** How long a page waits for its answers when it is kept, in milliseconds: nobody is waiting for it. */
export const KEPT_ANSWERS_MS = 3000;

/** Who opens a page, and with which releases. */
export interface Viewer {
  audience: ReleaseAudience;
  identity: RequestIdentity;
  known: ServedRegistry | null;
  /** The draw of rollouts that the browser is about to get. */
  newId: string | null;
}

/** Whether the service worker requests the page to keep it for offline. */
export const isForKeeping = (request: FastifyRequest) => request.headers[KEEP_HEADER] !== undefined;

/** A page that is kept is that of nobody with the live releases, whatever cookies came with the request. */
export async function openForNobody({ registry }: { registry: RegistryReader }): Promise<Viewer> {
  return { audience: wholeAudience, identity: { me: null }, known: await registry.read(), newId: null };
}

/**
 * Whether browsers may keep a page: it is public, leaves room for the notice that it is an older one, and its address
 * has no query, which may hold somebody's words or key.
 */
export const mayBeKept = ({ isPublic, access, ownPath, isRetired, remote }: KnownPage, { search }: PageLocation) =>
  isPublic &&
  access === 'anyone' &&
  !isRetired &&
  ownPath !== paths.signIn.pattern &&
  remote?.route.layout?.notices !== false &&
  search === '';
