import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import type { Jobs } from '../../../platform/jobs/jobs';
import type { EventRoomsService } from '../../classrooms/event-rooms/event-rooms.service';
import { eventStatesRepository as states, type LockedEvent } from './event-states.repository';
import { eventStates } from './event-states.service';

interface EventCancellationDeps {
  jobs: Jobs;
  rooms: EventRoomsService;
  clock: Clock;
}

/** The reason shown to participants when the organizer is gone. */
const ORGANIZER_GONE = '主催者の都合により、開催できなくなりました。';

export type EventCancellationService = ReturnType<typeof createEventCancellationService>;

/** Cancelling events. */
export function createEventCancellationService({ jobs, rooms, clock }: EventCancellationDeps) {
  /**
   * Cancels an event that the transaction has locked and that has not begun. A job ends its participations one by one.
   */
  async function cancel(trx: Trx, event: LockedEvent, reason: string): Promise<void> {
    const now = clock.now();
    await rooms.close(trx, event, now);
    await states.cancel(trx, event.id, reason, now);
    await publish(trx, 'eventCancelled', { eventId: event.id });
    await jobs.enqueue(trx, 'end-participations', { eventId: event.id }, now);
  }

  /**
   * Cancels an event that the transaction has locked at somebody's request. Participants see the reason, so it is
   * required. A cancelled event is `already`, one that has begun or is over `conflict`.
   */
  async function cancelOnRequest(trx: Trx, event: LockedEvent, reason: string): Promise<void> {
    if (event.state === 'cancelled') throw new AppError('already');
    if (event.state !== 'published' && event.state !== 'open') throw new AppError('conflict');
    if (reason === '') throw new AppError('invalid', { fields: { reason: '参加者に届く理由を入力してください。' } });
    await cancel(trx, event, reason);
  }

  return {
    cancelOnRequest,

    /** Cancels any published event for the staff, and returns it as it was. A draft is `not_found`. */
    async cancelForStaff(trx: Trx, eventId: string, reason: string): Promise<LockedEvent> {
      const event = await states.lock(trx, eventId);
      if (!event || event.state === 'draft') throw new AppError('not_found');
      await cancelOnRequest(trx, event, reason);
      return event;
    },

    /** For an organizer who has withdrawn or was suspended: cancels upcoming events and ends running ones. */
    async cancelAllOf(trx: Trx, organizerId: string): Promise<void> {
      for (const id of await states.findRunning(trx, organizerId)) {
        const event = await states.lock(trx, id);
        if (event?.state === 'published' || event?.state === 'open') await cancel(trx, event, ORGANIZER_GONE);
        if (event?.state !== 'live') continue;
        await rooms.close(trx, event, clock.now());
        await eventStates.end(trx, id, clock.now());
      }
    },
  };
}
