import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useServerNow } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';

import { EventCard } from './event-card';

/** Seats and sale states are refreshed once a minute at most. */
const CLOCK_MS = 60_000;

/** A grid of event cards, three per row where there is room. */
export function EventCards({ events, level }: { events: readonly ClassroomEvent[]; level?: 2 | 3 }) {
  const now = useServerNow(CLOCK_MS);
  return (
    <CardGrid columns={3}>
      {events.map((event) => (
        <li key={event.id}>
          <EventCard event={event} now={now} level={level} />
        </li>
      ))}
    </CardGrid>
  );
}
