import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { EVENT_GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import { addMinutes } from 'date-fns';

import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { Jobs } from '../../../platform/jobs/jobs';
import type { EventRoomsService } from '../../classrooms/event-rooms/event-rooms.service';
import { eventStatesRepository as states, type LockedEvent } from './event-states.repository';
import { eventStates } from './event-states.service';

interface EventLifeDeps {
  db: Db;
  write: Write;
  jobs: Jobs;
  rooms: EventRoomsService;
  clock: Clock;
}

type EventTimes = Pick<LockedEvent, 'entry_open_at' | 'start_at' | 'end_at'>;
type EventStep = 'open' | 'start' | 'end';

/** Returns when an event is over at the latest. */
const hardStopOf = ({ end_at: endAt }: Pick<EventTimes, 'end_at'>) => addMinutes(endAt, EVENT_GRACE_MINUTES);

/** Returns the step that is due in an event now, if any. One whose whole duration was missed ends at once. */
export function dueEventStep(event: EventTimes & { state: ClassroomEvent['state'] }, now: Date): EventStep | null {
  const isRunning = event.state === 'published' || event.state === 'open' || event.state === 'live';
  if (isRunning && now >= hardStopOf(event)) return 'end';
  if (event.state === 'published' && now >= event.entry_open_at) return 'open';
  return event.state === 'open' && now >= event.start_at ? 'start' : null;
}

const stateAfter = { open: 'open', start: 'live', end: 'ended' } as const;

export type EventLifeService = ReturnType<typeof createEventLifeService>;

/** The transitions of events caused by time. */
export function createEventLifeService({ db, write, jobs, rooms, clock }: EventLifeDeps) {
  async function take(trx: Trx, step: EventStep, event: LockedEvent, now: Date): Promise<void> {
    if (step === 'open') {
      await rooms.open(trx, event, now);
      await eventStates.open(trx, event.id, now);
    } else if (step === 'start') {
      await eventStates.start(trx, event.id, now);
    } else {
      await rooms.close(trx, event, now);
      await eventStates.end(trx, event.id, now);
    }
  }

  /** Applies what is due by now; safe to repeat. Demo events stay as they are. */
  async function settle(eventId: string): Promise<void> {
    await write(async (trx) => {
      const now = clock.now();
      const event = await states.lock(trx, eventId);
      if (!event || event.is_demo) return;
      for (let step = dueEventStep(event, now); step; step = dueEventStep(event, now)) {
        await take(trx, step, event, now);
        event.state = stateAfter[step];
      }
    });
  }

  return {
    /** Must be called with the times of an event that was published or moved: each schedules a job. */
    async wake(trx: Trx, eventId: string, times: EventTimes): Promise<void> {
      for (const at of [times.entry_open_at, times.start_at, hardStopOf(times)])
        await jobs.enqueue(trx, 'settle-event', { eventId }, at);
    },

    settle: ({ eventId }: { eventId: string }) => settle(eventId),

    /** Finds events whose jobs were lost. */
    async sweep(): Promise<void> {
      for (const eventId of await states.findOverdue(db, clock.now())) await settle(eventId);
    },
  };
}
