import type { Me } from '@manabiba/shared/contract/users';
import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import { reference } from '@manabiba/shared/data/endpoint-reference';
import { prefetchEndpoint } from '@manabiba/shared/data/fetch-entry';
import { type InitialRequests, inputOf, isWanted } from '@manabiba/shared/navigation/initial-queries';
import { matchPattern } from '@manabiba/shared/navigation/paths';
import { firstScreenSlots } from '@manabiba/shared/page/slots';
import { isSignedIn } from '@manabiba/shared/platform';

import type { Remotes } from '../remotes/remotes';
import type { Place } from './prefetch-code';

/** Preloads the code of the slots on a page's first screen. The slot table is not part of the shell's first screen. */
export function prefetchSlotsOf(pattern: string, remotes: Remotes): void {
  for (const slot of firstScreenSlots(pattern)) for (const part of remotes.fillers(slot)) remotes.load(part);
}

let requests: Promise<InitialRequests> | undefined;

/**
 * Prefetches a page's initial queries, if the web server lists them for links. The live releases of the remotes declare
 * them; the list is fetched once per page load.
 *
 * Fails silently: the page sends its queries itself when it is opened.
 */
export async function prefetchData({ pathname, search }: Place, me: Me | null): Promise<void> {
  requests ??= callWebServer('GET', '/initial-queries.json') as Promise<InitialRequests>;
  try {
    for (const [pattern, queries] of Object.entries((await requests).pages)) {
      const params = matchPattern(pattern, pathname);
      if (!params) continue;
      for (const query of queries) {
        if (!isWanted(query, search) || (query.for === 'person' && !isSignedIn(me))) continue;
        const { call, path, tags } = query;
        void prefetchEndpoint(
          reference({ name: call, method: 'GET', path, tags }),
          inputOf(query, params, search) as object,
        );
      }
    }
  } catch {
    requests = undefined;
  }
}
