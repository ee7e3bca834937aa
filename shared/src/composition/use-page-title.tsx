import { useEffect } from 'react';

import { useComposition } from './composition-context';

/** Titles the page in the browser's tab: `{title} | まなびば`. Until a title is known the route's own one stands. */
export function usePageTitle(title: string | null | undefined): void {
  const { setPageTitle } = useComposition();
  useEffect(() => {
    if (!title) return undefined;
    setPageTitle(title);
    return () => setPageTitle(null);
  }, [title, setPageTitle]);
}
