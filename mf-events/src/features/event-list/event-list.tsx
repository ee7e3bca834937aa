import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEvents } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton';
import type { ReactNode } from 'react';

import { EventCards } from '../../core/event-cards';
import { usePastEvents } from './use-past-events';

interface ListOfEvents {
  /** Undefined until they are there. */
  items: readonly ClassroomEvent[] | undefined;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** What any of the lists looks like: on its way, failed, empty, or there. A failed next page keeps what is read. */
function EventListView({ list, empty }: { list: ListOfEvents; empty: ReactNode }) {
  const failure = Boolean(list.error) && (
    <ErrorState title="イベントを表示できませんでした。" onRetry={list.retry} level={2} />
  );
  if (!list.items) return failure || <SkeletonCards count={6} columns={3} />;
  if (list.items.length === 0) return failure || empty;
  return (
    <>
      <EventCards events={list.items} level={2} />
      {failure || <LoadMore hasMore={list.hasMore} isLoading={list.isLoadingMore} onLoadMore={list.loadMore} />}
    </>
  );
}

/** What is to come, the next one first. */
export function UpcomingEvents() {
  const { pages, items, ...list } = useEndpointPages(listEvents, {});
  return (
    <EventListView
      list={{ ...list, items: pages.length > 0 ? items : undefined }}
      empty={
        <EmptyState title="予定されているイベントはありません。" level={2}>
          新しいイベントが決まると、ここに表示されます。
        </EmptyState>
      }
    />
  );
}

/** What is over, the last one first. */
export function PastEvents() {
  return (
    <EventListView list={usePastEvents()} empty={<EmptyState title="終了したイベントはまだありません。" level={2} />} />
  );
}
