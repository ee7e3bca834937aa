import { useEffect } from 'react';

interface LoadingList {
  hasMore: boolean;
  isLoadingMore: boolean;
  error: unknown;
  loadMore: () => void;
}

/** Loads all pages of a list, one after another, while enabled. Stops when a page fails. */
export function useLoadAll({ hasMore, isLoadingMore, error, loadMore }: LoadingList, isWanted: boolean): void {
  const isNextWanted = isWanted && hasMore && !isLoadingMore && !error;
  useEffect(() => {
    if (isNextWanted) loadMore();
  });
}
