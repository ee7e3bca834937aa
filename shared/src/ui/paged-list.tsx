import type { ReactNode } from 'react';

import { ErrorState } from './error-state';
import { LoadMore } from './load-more';

import styles from './paged-list.module.css';

/** A paginated list as returned by `useEndpointPages`. */
export interface PagedItems<Item> {
  /** Undefined until the first page has arrived, unless `pages` is given. */
  items: readonly Item[] | undefined;
  /** The pages loaded so far; an empty array means that the list is loading. */
  pages?: readonly unknown[];
  error: unknown;
  retry: () => void;
  isRefreshing?: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

export interface PagedListProps<Item> {
  list: PagedItems<Item>;
  /** Noun for the listed items, used in the error message: 教室. */
  name: string;
  /** Shown while the first page is loading. */
  skeleton: ReactNode;
  /** Empty state: why there is nothing, and what the user can do about it. */
  empty: ReactNode;
  /** Heading level of the errors. */
  level?: 2 | 3;
  /** False where a link to the full list replaces the load-more button. */
  canLoadMore?: boolean;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list in its four states: loading, failed, empty, loaded. Items stay on screen when a next page fails. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, name, skeleton, empty, level = 3, canLoadMore = true, children } = props;
  const { items, pages, error, retry, hasMore, isLoadingMore, isRefreshing = false, loadMore } = list;
  const isRetrying = isLoadingMore || isRefreshing;
  if (!items || pages?.length === 0)
    return error ? (
      <ErrorState title={`${name}を表示できませんでした。`} onRetry={retry} isRetrying={isRetrying} level={level} />
    ) : (
      skeleton
    );
  if (items.length === 0 && !error) return empty;
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      {error ? (
        <div className={styles.next}>
          <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isRetrying} level={level} />
        </div>
      ) : (
        canLoadMore && <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />
      )}
    </>
  );
}
