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

/** What becomes of rooms when somebody leaves the service, or is suspended. */
export function createDeparturesService({ life, events, clock }: DeparturesDeps) {
  return {
    /**
     * Takes a person out of every room and ends what their sessions listen to. Of classrooms that are theirs a live one ends:
     * its host does not come back; one to come is cancelled, and those who reserved it are told. Events go the same way.
     *
     * The transaction has the account locked, so that nobody joins or creates anything meanwhile.
     */
    async leaveEverything(trx: Trx, userId: string): Promise<void> {
      const now = clock.now();
      await events.cancelAllOf(trx, userId);
      for (const classroomId of await departures.findPlaces(trx, userId)) {
        const found = await roomLifeRepository.lock(trx, classroomId);
        if (found?.room.host_id === userId) await life.closeForHost(trx, classroomId, found.room.state, now);
        else await life.leave(trx, classroomId, [userId], 'left');
      }
      await departures.endListening(trx, userId, now);
    },
  };
}
