import { inputOf, type PrefetchedAnswers } from '../navigation/initial-queries';
import { matchPattern } from '../navigation/paths';
import { reference } from './endpoint-reference';
import { seedEndpoint } from './fetch-entry';

/** Takes over what the page was answered before it was sent: whoever asks for it within its age asks nobody. */
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
