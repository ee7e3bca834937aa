import { useNavigate, useSearchParams } from '@manabiba/shared/platform';
import { useState } from 'react';

/**
 * Which step is at hand. It stands in the address, so that the browser's own way back leads to the step before; one that
 * nobody has come to yet is not opened by its address.
 */
export function useSteps() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [reached, setReached] = useState(0);
  const wanted = Number(query.get('step') ?? '1') - 1;
  const index = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), reached) : 0;

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
