import { isEqual } from 'date-fns';

import type { Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import { roomLifeRepository } from '../room-life/room-life.repository';
import type { RoomLifeService } from '../room-life/room-life.service';
import type { RoomRow } from '../room/room-row';
import { eventRoomsRepository as rooms } from './event-rooms.repository';

interface EventRoomsDeps {
  life: RoomLifeService;
  maxSpeakers: number;
}

/** An event with its optional room. */
interface EventWithRoom {
  id: string;
  classroom_id: string | null;
}

interface NewEventRoom {
  id: string;
  organizer_id: string;
  title: string;
  category_id: string;
  start_at: Date;
  end_at: Date;
}

/** Tickets limit attendance; an event room never turns away a ticket holder. */
const MAX_LISTENERS = 100_000;

export type EventRoomsService = ReturnType<typeof createEventRoomsService>;

/** Event rooms: like those of classrooms, but they follow their event. */
export function createEventRoomsService({ life, maxSpeakers }: EventRoomsDeps) {
  /** Returns the event's own room, locked; nothing for an event without one, as those that the demo has published. */
  async function lockOwn(trx: Trx, { id, classroom_id: classroomId }: EventWithRoom): Promise<RoomRow | undefined> {
    const found = classroomId === null ? undefined : await roomLifeRepository.lock(trx, classroomId);
    return found?.room.event_id === id ? found.room : undefined;
  }

  return {
    /** Creates the room of an event that is being published, with the organizer as its host. */
    async create(trx: Trx, event: NewEventRoom, now: Date): Promise<string> {
      const id = newId('cls');
      await rooms.insert(trx, {
        id,
        event_id: event.id,
        host_id: event.organizer_id,
        name: event.title,
        category_id: event.category_id,
        cover_url: null,
        start_at: event.start_at,
        end_at: event.end_at,
        all_users: true,
        audience_mode: true,
        private_mode: true,
        private_key: null,
        max_speakers: maxSpeakers,
        max_listeners: MAX_LISTENERS,
        archive_id: null,
        created_at: now,
        updated_at: now,
      });
      return id;
    },

    /** Takes over the title, category and times of the event. */
    async follow(trx: Trx, event: EventWithRoom & NewEventRoom, now: Date): Promise<void> {
      const room = await lockOwn(trx, event);
      if (!room) return;
      const { title: name, category_id, start_at, end_at } = event;
      await rooms.update(trx, room.id, { name, category_id, start_at, end_at, updated_at: now });
      if (room.state === 'live' && !isEqual(end_at, room.end_at)) await life.followEnd(trx, { ...room, end_at }, now);
    },

    /** Opens the room when entry opens; the host need not be present. */
    async open(trx: Trx, event: EventWithRoom, now: Date): Promise<void> {
      const room = await lockOwn(trx, event);
      if (room?.state === 'scheduled') await life.open(trx, room, now);
    },

    /** Ends the room for everyone, or cancels it before it opened. */
    async close(trx: Trx, event: EventWithRoom, now: Date): Promise<void> {
      const room = await lockOwn(trx, event);
      if (room) await life.closeForHost(trx, room.id, room.state, now);
    },
  };
}
