import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { EventCancellationService } from '../../events/life/event-cancellation.service';
import { departuresRepository as departures } from './departures.repository';
import { roomLifeRepository } from './room-life.repository';
import type { RoomLifeService } from './room-life.service';

interface DeparturesDeps {
  life: RoomLifeService;
  events: Pick<EventCancellationService, 'cancelAllOf'>;
  clock: Clock;
}

export type DeparturesService = ReturnType<typeof createDeparturesService>;

/** What happens to rooms when a user withdraws, is suspended or may not take part for a while. */
export function createDeparturesService({ life, events, clock }: DeparturesDeps) {
  return {
    /**
     * Removes a user from every room and ends what their sessions listen to. Of the classrooms they host, a live one
     * ends, because its host does not come back; an upcoming one is cancelled and those who reserved it are notified.
     * Events are treated alike.
     *
     * The transaction holds the account's lock, so that the user cannot join or create anything meanwhile.
     */
    async leaveEverything(trx: Trx, userId: string): Promise<void> {
      const now = clock.now();
      await events.cancelAllOf(trx, userId);
      for (const classroomId of await departures.findPlaces(trx, userId)) {
        const found = await roomLifeRepository.lock(trx, classroomId);
        if (found?.room.host_id === userId) await life.closeForHost(trx, classroomId, found.room.state, now);
        else await life.expel(trx, classroomId, userId, now);
      }
      await departures.endListening(trx, userId, now);
    },

    /**
     * Removes a user from the rooms and lobbies that they are in. They may come back: what they host or have reserved
     * stays. The transaction holds the account's lock.
     */
    async leaveRooms(trx: Trx, userId: string): Promise<void> {
      for (const classroomId of await departures.findPresence(trx, userId)) {
        await roomLifeRepository.lock(trx, classroomId);
        await life.leave(trx, classroomId, [userId], 'left');
      }
    },
  };
}
