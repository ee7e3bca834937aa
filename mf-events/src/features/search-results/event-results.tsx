import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SearchResultsParams } from '@manabiba/shared/platform';

import { EventCards } from '../../core/event-cards';

/** Events that a search has found. */
export function EventResults(params: Record<string, unknown>) {
  const { items } = params as unknown as SearchResultsParams<ClassroomEvent>;
  return <EventCards events={items} />;
}
