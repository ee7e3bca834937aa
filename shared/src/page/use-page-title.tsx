import { useEffect } from 'react';

import { useShellServices } from './shell-services';

/** Titles the page in the browser's tab: `{title} | まなびば`. Until a title is known the route's own one stands. */
export function usePageTitle(title: string | null | undefined): void {
  const { setPageTitle } = useShellServices();
  useEffect(() => {
    if (!title) return undefined;
    setPageTitle(title);
    return () => setPageTitle(null);
  }, [title, setPageTitle]);
}
