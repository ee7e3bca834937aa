import { useCallback, useRef } from 'react';

import { type AnalyticsName, track } from './track';

/** For `onInput` of a form: records once that the user has started to fill it in. The input itself is never read. */
export function useFormFill(name: Extract<AnalyticsName, `form_fill_${string}`>): () => void {
  const isTold = useRef(false);
  return useCallback(() => {
    if (isTold.current) return;
    isTold.current = true;
    track(name);
  }, [name]);
}
