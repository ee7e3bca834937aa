import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { RoomLifeService } from './room-life.service';
import { roomRightsRepository as rights } from './room-rights.repository';

export type RoomRightsService = ReturnType<typeof createRoomRightsService>;

/** What users lose in rooms when a rule about them changes. */
export function createRoomRightsService({
  life,
  clock,
}: {
  life: Pick<RoomLifeService, 'closeForHost' | 'followMedia'>;
  clock: Clock;
}) {
  return {
    /**
     * Reduces a user to listening in upcoming and live rooms: speakers and co-hosts become listeners, classrooms that
     * they host are cancelled, or end if live. Call in the transaction that changes the user and locks the row.
     */
    async keepListeningOnly(trx: Trx, userId: string): Promise<void> {
      const now = clock.now();
      for (const { id, state, role } of await rights.lockRoomsOf(trx, userId)) {
        if (role === 'host') await life.closeForHost(trx, id, state, now);
        else {
          await rights.makeListener(trx, id, userId, now);
          await life.followMedia(trx, id);
        }
      }
      await rights.lowerHands(trx, userId, now);
    },

    /**
     * Takes the voice of the pupils of a school in upcoming and live rooms. Those who host keep their classrooms, without
     * microphone and camera. Call in the transaction that changes the school and locks it.
     */
    async silencePupils(trx: Trx, schoolId: string): Promise<void> {
      const now = clock.now();
      const places = await rights.lockRoomsOfPupils(trx, schoolId);
      for (const { id, user_id: userId, role } of places) {
        if (role === 'host') await rights.switchOff(trx, id, userId, now);
        else await rights.makeListener(trx, id, userId, now);
      }
      for (const id of new Set(places.map((place) => place.id))) await life.followMedia(trx, id);
    },
  };
}
