import { useEffect } from 'react';

import { type AnalyticsName, track } from './track';

/** Tells that a page is open, once what it is about `isShown`: a page that turns out to be missing is none. */
export function useView(name: Extract<AnalyticsName, `view_${string}`>, isShown: boolean): void {
  useEffect(() => {
    if (isShown) track(name);
  }, [name, isShown]);
}
