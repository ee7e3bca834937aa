import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEvents } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList, type PagedListProps } from '@manabiba/shared/ui/paged-list';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton';

import { EventCards } from '../../core/event-cards';
import { usePastEvents } from './use-past-events';

type EventListViewProps = Pick<PagedListProps<ClassroomEvent>, 'list' | 'empty'>;

/** What any of the lists looks like. */
function EventListView(props: EventListViewProps) {
  return (
    <PagedList {...props} name="イベント" level={2} skeleton={<SkeletonCards count={6} columns={3} />}>
      {(events) => <EventCards events={events} level={2} />}
    </PagedList>
  );
}

/** What is to come, the next one first. */
export function UpcomingEvents() {
  return (
    <EventListView
      list={useEndpointPages(listEvents, {})}
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
