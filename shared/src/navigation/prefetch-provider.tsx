import { createContext, type ReactNode, useContext } from 'react';

/** Prefetches the code and data of the page at a URL. */
export type PrefetchPage = (place: { pathname: string; search: string }) => void;

const PrefetchContext = createContext<PrefetchPage | null>(null);

/** Provides page prefetching to the links below it. Mounted once, by the shell. */
export function PrefetchProvider({ prefetchPage, children }: { prefetchPage: PrefetchPage; children: ReactNode }) {
  return <PrefetchContext.Provider value={prefetchPage}>{children}</PrefetchContext.Provider>;
}

export function usePrefetchPage(): PrefetchPage {
  const prefetchPage = useContext(PrefetchContext);
  if (!prefetchPage) throw new Error('No PrefetchProvider');
  return prefetchPage;
}
