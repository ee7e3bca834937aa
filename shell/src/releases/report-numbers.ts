import type { BootData } from '@manabiba/shared/page/boot-data';

import { observe } from './ready-parts';

/** Safari before 16.4 has no timings of servers. */
type Answer = PerformanceEntry & { serverTiming?: readonly PerformanceServerTiming[] };

/** Reports of one page: an outage has more failed answers than support needs. */
const MAX_REPORTS = 20;

/** Returns the number of this page view, which its reports of failures name: `0AF7-6519`. */
export function numberOfView({ view }: Partial<BootData>): string | undefined {
  const [, first, second] = /^(\w{4})(\w{4})/.exec(view ?? '') ?? [];
  return first && second && `${first}-${second}`.toUpperCase();
}

/**
 * Reports the numbers of failed answers that the user sees in a sentence, so that the releases of this page are found by
 * them. The server names the number of an answer in its header `Server-Timing`.
 *
 * @param boot the page's boot data; without the token of a page view nothing is reported.
 */
export function reportNumbers({ view }: Partial<BootData>): () => void {
  if (!view) return () => undefined;
  let left = MAX_REPORTS;
  return observe<Answer>('resource', ({ serverTiming }) => {
    const number = serverTiming?.find(({ name }) => name === 'inquiry')?.description;
    if (!number || left === 0) return;
    left -= 1;
    navigator.sendBeacon('/beacon/number', JSON.stringify({ view, number }));
  });
}
