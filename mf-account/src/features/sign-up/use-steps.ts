import { useNavigate, useSearchParams } from '@manabiba/shared/platform';
import { useEffect, useState } from 'react';

/**
 * Keeps the current step in the URL, so that the browser's back button leads to the previous step. A step that has not
 * been reached cannot be opened by URL.
 */
export function useSteps() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [reached, setReached] = useState(0);
  const wanted = Number(query.get('step') ?? '1') - 1;
  const index = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), reached) : 0;

  // After a reload: from an address ahead of the step shown, going back would first lead to that step again.
  const isAhead = wanted > reached;
  useEffect(() => {
    if (!isAhead) return;
    setQuery(
      (known) => {
        known.set('step', String(index + 1));
        return known;
      },
      { replace: true },
    );
  }, [isAhead, index, setQuery]);

  const goOn = () => {
    setReached(Math.max(reached, index + 1));
    setQuery((known) => {
      known.set('step', String(index + 2));
      return known;
    });
  };
  const goBackTo = (earlier: number) => {
    if (earlier < index) void navigate(earlier - index);
  };
  return { index, goOn, goBackTo };
}
