import { useEffect } from 'react';

import { type AnalyticsName, track } from './track';

/** Records a page view once its subject `isShown`: a page that turns out not to exist is not counted. */
export function useView(name: Extract<AnalyticsName, `view_${string}`>, isShown: boolean): void {
  useEffect(() => {
    if (isShown) track(name);
  }, [name, isShown]);
}
