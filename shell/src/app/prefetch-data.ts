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

/** Loads the code of the slots on the first screen of a page. The table of slots is not part of the shell's first screen. */
export function prefetchSlotsOf(pattern: string, remotes: Remotes): void {
  for (const slot of firstScreenSlots(pattern)) for (const part of remotes.fillers(slot)) remotes.load(part);
}

let requests: Promise<InitialRequests> | undefined;

/**
 * Fetches what a page asks the api for first, as far as the web server names it for links. What that is, the live
 * releases of the remotes say; it is asked for once in the life of the page.
 *
 * Fails silently: the page asks again when somebody opens it.
 */
export async function prefetchData({ pathname, search }: Place, me: Me): Promise<void> {
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
