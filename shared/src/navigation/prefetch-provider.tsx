import { createContext, type ReactNode, useContext } from 'react';

/** Loads the code and the data of the page at an address before somebody opens it. */
export type PrefetchPage = (place: { pathname: string; search: string }) => void;

const PrefetchContext = createContext<PrefetchPage | null>(null);

/** Tells the links below it how a page is prefetched. The shell mounts the only one. */
export function PrefetchProvider({ prefetchPage, children }: { prefetchPage: PrefetchPage; children: ReactNode }) {
  return <PrefetchContext.Provider value={prefetchPage}>{children}</PrefetchContext.Provider>;
}

export function usePrefetchPage(): PrefetchPage {
  const prefetchPage = useContext(PrefetchContext);
  if (!prefetchPage) throw new Error('usePrefetchPage needs a PrefetchProvider above it');
  return prefetchPage;
}
