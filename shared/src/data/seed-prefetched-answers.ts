import { inputOf, type PrefetchedAnswers } from '../navigation/initial-queries';
import { matchPattern } from '../navigation/paths';
import { reference } from './endpoint-reference';
import { seedEndpoint } from './fetch-entry';

/**
 * Seeds the cache with the responses embedded in the page: within their age, no request is made for them. Hydration
 * finds those with which the page was rendered, and everything after it those of the viewer.
 */
export function seedPrefetchedAnswers(
  { pattern, calls }: PrefetchedAnswers,
  { pathname, search }: { pathname: string; search: string },
): void {
  const params = matchPattern(pattern, pathname);
  if (!params) return;
  for (const { tags, answer, drawnWith, ...call } of calls) {
    for (const each of [drawnWith, answer])
      if (each)
        seedEndpoint(
          reference({ name: call.call, method: 'GET', path: '', tags }),
          inputOf(call, params, search) as object,
          each as never,
        );
  }
}
