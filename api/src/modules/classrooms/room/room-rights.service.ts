import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/db';
import type { Jobs } from '../../../platform/jobs';
import { roomLifeRepository } from './room-life.repository';
import { roomRightsRepository as rights } from './room-rights.repository';
import { forgottenAt } from './room-rules';

export type RoomRightsService = ReturnType<typeof createRoomRightsService>;

/** What somebody loses in rooms when a rule about the person changes. */
export function createRoomRightsService({ jobs, clock }: { jobs: Pick<Jobs, 'enqueue'>; clock: Clock }) {
  return {
    /**
     * Takes from somebody everything but listening, in rooms to come and under way: speakers and co-hosts become listeners,
     * classrooms that they host are cancelled, or end if they are live. To be called in the transaction that changes the
     * person, whose row it holds.
     */
    async keepListeningOnly(trx: Trx, userId: string): Promise<void> {
      const now = clock.now();
      for (const { id, state, role } of await rights.lockRoomsOf(trx, userId)) {
        if (role !== 'host') {
          await rights.makeListener(trx, id, userId, now);
        } else if (state === 'scheduled') {
          await roomLifeRepository.cancel(trx, id, now);
        } else {
          await roomLifeRepository.end(trx, id, now);
          await jobs.enqueue(trx, 'settle-classroom', { classroomId: id }, forgottenAt(now));
        }
      }
      await rights.lowerHands(trx, userId, now);
    },
  };
}
