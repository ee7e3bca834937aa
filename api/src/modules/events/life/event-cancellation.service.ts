import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import { eventStatesRepository as states } from './event-states.repository';

interface EventCancellationDeps {
  clock: Clock;
}

export type EventCancellationService = ReturnType<typeof createEventCancellationService>;

/** Calling an event off. */
export function createEventCancellationService({ clock }: EventCancellationDeps) {
  return {
    /** Cancels an event that the transaction has locked and that has not begun. */
    async cancel(trx: Trx, { id }: { id: string }, reason: string): Promise<void> {
      await states.cancel(trx, id, reason, clock.now());
      await publish(trx, 'eventCancelled', { eventId: id });
    },
  };
}
