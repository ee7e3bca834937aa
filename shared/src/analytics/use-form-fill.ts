import { useCallback, useRef } from 'react';

import { type AnalyticsName, track } from './track';

/** For `onInput` of a form: tells once that somebody has begun to fill it in. What they type is never looked at. */
export function useFormFill(name: Extract<AnalyticsName, `form_fill_${string}`>): () => void {
  const isTold = useRef(false);
  return useCallback(() => {
    if (isTold.current) return;
    isTold.current = true;
    track(name);
  }, [name]);
}
