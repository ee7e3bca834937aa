import { useLayoutEffect } from 'react';

import type { PageLayout } from './boot-data';
import { useShellServices } from './shell-services';

/**
 * Frames the page otherwise than its route says, for as long as the component stands: a live room is one screen high
 * and has a header of its own. Pass a constant. The closure banner stays in any case.
 */
export function usePageLayout(layout: PageLayout): void {
  const { setPageLayout } = useShellServices();
  useLayoutEffect(() => {
    setPageLayout(layout);
    return () => setPageLayout(null);
  }, [layout, setPageLayout]);
}
