import type { SlotParams } from '@manabiba/shared/platform';

import { EventCards } from '../../core/event-cards';

/** Events that match a search. */
export function EventResults({ items }: SlotParams<'search-results-event'>) {
  return <EventCards events={items} />;
}
