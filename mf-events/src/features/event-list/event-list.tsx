import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEvents } from '@manabiba/shared/data/endpoints';
import { useEndpointPages, useServerNow } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList, type PagedListProps } from '@manabiba/shared/ui/paged-list';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';

import { EventCards } from '../../core/event-cards';
import { type EventFilter, filterEvents, isNarrowed } from '../../core/event-filter';
import { NoMatchingEvents } from '../../core/no-matching-events';
import { useLoadAll } from '../../core/use-load-all';
import { usePastEvents } from './use-past-events';

/** Sale states change by the minute. */
const CLOCK_MS = 60_000;

type EventListViewProps = Pick<PagedListProps<ClassroomEvent>, 'list' | 'empty'>;

/** The shared layout of the lists. */
function EventListView(props: EventListViewProps) {
  return (
    <PagedList {...props} name="イベント" level={2} skeleton={<SkeletonCards count={6} columns={3} />}>
      {(events) => <EventCards events={events} level={2} />}
    </PagedList>
  );
}

interface UpcomingEventsProps {
  filter: EventFilter;
  /** Clears the filter. */
  onReset: () => void;
}

/** Upcoming events, soonest first. A filter searches all of them, not only the loaded pages. */
export function UpcomingEvents({ filter, onReset }: UpcomingEventsProps) {
  const now = useServerNow(CLOCK_MS);
  const list = useEndpointPages(listEvents, {});
  const isFiltered = isNarrowed(filter);
  useLoadAll(list, isFiltered);
  const items = filterEvents(list.items, filter, now);
  const isLooking = isFiltered && items.length === 0 && list.hasMore;
  return (
    <EventListView
      list={{ ...list, items: isLooking ? undefined : items }}
      empty={
        isFiltered ? (
          <NoMatchingEvents onReset={onReset} />
        ) : (
          <EmptyState title="予定されているイベントはありません。" level={2}>
            新しいイベントが決まると、ここに表示されます。
          </EmptyState>
        )
      }
    />
  );
}

/** Past events, most recent first. */
export function PastEvents() {
  return (
    <EventListView list={usePastEvents()} empty={<EmptyState title="終了したイベントはまだありません。" level={2} />} />
  );
}
