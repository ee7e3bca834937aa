import { useEffect } from 'react';

import { useShellServices } from './shell-services';

/** Sets the title of the browser tab: `{title} | まなびば`. Until a title is known, the route's own is used. */
export function usePageTitle(title: string | null | undefined): void {
  const { setPageTitle } = useShellServices();
  useEffect(() => {
    if (!title) return undefined;
    setPageTitle(title);
    return () => setPageTitle(null);
  }, [title, setPageTitle]);
}
