import { inputOf, type PrefetchedAnswers } from '../navigation/initial-queries';
import { matchPattern } from '../navigation/paths';
import { reference } from './endpoint-reference';
import { seedEndpoint } from './fetch-entry';

/** Seeds the cache with the responses embedded in the page: within their age, no request is made for them. */
export function seedPrefetchedAnswers(
  { pattern, calls }: PrefetchedAnswers,
  { pathname, search }: { pathname: string; search: string },
): void {
  const params = matchPattern(pattern, pathname);
  if (!params) return;
  for (const { tags, answer, ...call } of calls) {
    seedEndpoint(
      reference({ name: call.call, method: 'GET', path: '', tags }),
      inputOf(call, params, search) as object,
      answer as undefined,
    );
  }
}
