import { search } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useEffect, useState } from 'react';

import { useRegistry } from '../remotes/remotes-context';
import { kindsQuery, kindsWithPages, lineOf } from './search-kinds';

/** Debounce of the suggestions, in milliseconds. */
const PAUSE_MS = 200;
const OF_EACH_KIND = 3;

/** Suggestions for the current input: a few results of each kind. */
export function useSuggestions(words: string) {
  const settled = useSettled(words);
  const kinds = kindsQuery(kindsWithPages(useRegistry()));
  const { data, error, isLoading, retry } = useEndpoint(
    search,
    settled === '' ? null : { query: { q: settled, kinds, limit: OF_EACH_KIND } },
  );
  return {
    lines: settled === '' || settled !== words ? [] : (data?.items ?? []).map(lineOf),
    isLoading: words !== '' && (settled !== words || isLoading),
    error: settled === words ? error : undefined,
    retry,
  };
}

/** Returns the debounced value; an empty one immediately. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
