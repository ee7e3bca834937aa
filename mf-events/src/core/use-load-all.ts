import { useEffect } from 'react';

interface LoadingList {
  hasMore: boolean;
  isLoadingMore: boolean;
  error: unknown;
  loadMore: () => void;
}

/** Loads a list to its end, one page after the other, while that is wanted. A page that fails stops it. */
export function useLoadAll({ hasMore, isLoadingMore, error, loadMore }: LoadingList, isWanted: boolean): void {
  const isNextWanted = isWanted && hasMore && !isLoadingMore && !error;
  useEffect(() => {
    if (isNextWanted) loadMore();
  });
}
