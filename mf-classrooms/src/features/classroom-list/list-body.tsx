import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import type { ReactNode } from 'react';

import type { ClassroomList } from './use-classroom-lists';

interface ListBodyProps {
  list: ClassroomList;
  /** What could not be shown, for the error: 開催中の教室. */
  name: string;
  skeleton: ReactNode;
  /** Why there is nothing, and what to do about it. */
  empty: { why: string; action?: ReactNode };
  /** False where a link leads to the whole list. */
  canLoadMore?: boolean;
  children: (classrooms: Classroom[]) => ReactNode;
}

/** One list in its four states: on its way, failed, empty, there; and the next part of it. */
export function ListBody({ list, name, skeleton, empty, canLoadMore = true, children }: ListBodyProps) {
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore, isRefreshing } = list;
  if (pages.length === 0)
    return error ? <ErrorState title={`${name}を表示できませんでした。`} onRetry={retry} /> : skeleton;
  if (items.length === 0)
    return (
      <EmptyState title="まだ教室はありません。" action={empty.action}>
        {empty.why}
      </EmptyState>
    );
  return (
    <>
      {children(items)}
      {error && (
        <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore || isRefreshing} />
      )}
      {canLoadMore && !error && <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />}
    </>
  );
}
