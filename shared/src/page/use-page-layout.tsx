import { useLayoutEffect } from 'react';

import type { PageLayout } from './boot-data';
import { useShellServices } from './shell-services';

/**
 * Overrides the layout of the page's route while the component is mounted: a live room is one screen high and has its
 * own header. Pass a constant. The closure banner always stays.
 */
export function usePageLayout(layout: PageLayout): void {
  const { setPageLayout } = useShellServices();
  useLayoutEffect(() => {
    setPageLayout(layout);
    return () => setPageLayout(null);
  }, [layout, setPageLayout]);
}
