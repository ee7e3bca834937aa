import type { Env } from '../../../env';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { Jobs } from '../../../platform/jobs/jobs';
import { createEventRoomsService, type EventRoomsService } from '../../classrooms/event-rooms/event-rooms.service';
import type { RoomLifeService } from '../../classrooms/room-life/room-life.service';
import { createEventCancellationService, type EventCancellationService } from './event-cancellation.service';
import { createEventLifeService, type EventLifeService } from './event-life.service';

interface EventLifeDeps {
  db: Db;
  env: Env;
  clock: Clock;
  jobs: Jobs;
  write: Write;
  roomLife: RoomLifeService;
}

export interface EventLife {
  rooms: EventRoomsService;
  life: EventLifeService;
  cancellation: EventCancellationService;
}

/** Applies the effects of time, organizers and ended accounts to events. */
export function createEventLife({ db, env, clock, jobs, write, roomLife }: EventLifeDeps): EventLife {
  const rooms = createEventRoomsService({ life: roomLife, maxSpeakers: env.room.maxSpeakers });
  return {
    rooms,
    life: createEventLifeService({ db, write, jobs, rooms, clock }),
    cancellation: createEventCancellationService({ jobs, rooms, clock }),
  };
}
