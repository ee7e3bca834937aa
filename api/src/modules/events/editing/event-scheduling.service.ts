import { isEqual } from 'date-fns';

import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { publish } from '../../../platform/events/domain-events';
import type { EventRoomsService } from '../../classrooms/event-rooms/event-rooms.service';
import type { EventLifeService } from '../life/event-life.service';
import type { LockedEvent } from '../life/event-states.repository';
import { movedTimes, type UpdateEventInput } from './event-changes';
import type { OrganizedEventsRepository } from './organized-events.repository';

interface EventSchedulingDeps {
  life: EventLifeService;
  rooms: EventRoomsService;
  organized: OrganizedEventsRepository;
  clock: Clock;
}

type MovedTimes = Partial<Pick<LockedEvent, 'start_at' | 'end_at' | 'entry_open_at' | 'calendar_sequence'>>;

const isMoved = (current: Date, to: Date | undefined) => to !== undefined && !isEqual(to, current);

export type EventSchedulingService = ReturnType<typeof createEventSchedulingService>;

/** The consequences of rescheduling an event. */
export function createEventSchedulingService({ organized, life, rooms, clock }: EventSchedulingDeps) {
  return {
    /**
     * Returns the columns that a change of times writes. For a published event the participants are notified, the
     * calendar sequence is incremented, sale ends by the new start, and tickets keep the start for which they were bought.
     */
    async reschedule(trx: Trx, current: LockedEvent, input: UpdateEventInput): Promise<MovedTimes> {
      const times = movedTimes(current, input, clock.now());
      if (current.state === 'draft' || Object.keys(times).length === 0) return times;
      const startAt = times.start_at ?? current.start_at;
      if (isMoved(current.start_at, times.start_at)) {
        await organized.keepSoldStart(trx, current.id, current.start_at);
        await organized.endSaleBy(trx, current.id, startAt);
      }
      await life.wake(trx, current.id, { ...current, ...times });
      const isAnotherTime = isMoved(current.start_at, times.start_at) || isMoved(current.end_at, times.end_at);
      if (!isAnotherTime) return times;
      await publish(trx, 'eventRescheduled', {
        eventId: current.id,
        from: current.start_at.toISOString(),
        to: startAt.toISOString(),
      });
      return { ...times, calendar_sequence: current.calendar_sequence + 1 };
    },

    /** Copies title, category and times of an event to its room. */
    followChange: (trx: Trx, event: LockedEvent): Promise<void> => rooms.follow(trx, event, clock.now()),
  };
}
