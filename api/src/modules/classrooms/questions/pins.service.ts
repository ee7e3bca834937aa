import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { isOver, requireModerator, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { pinsRepository } from './pins.repository';

interface PinsDeps {
  rooms: Pick<RoomsRepository, 'lock'>;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
}

export type PinsService = ReturnType<typeof createPinsService>;

/** What the host and co-hosts put over the stage: one question or comment at a time. */
export function createPinsService({ rooms, write, clock }: PinsDeps) {
  /** Locks the room. Throws `role_required` for all but host and co-hosts, and `ended` when it is over. */
  async function moderated(trx: Trx, viewer: SignedInViewer, classroomId: string): Promise<void> {
    const { access, room } = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
    requireModerator(access);
    if (room.state !== 'live' || isOver(room, clock.now())) throw new AppError('ended');
  }

  return {
    /** Pins a question or comment. Throws `not_found` for one that is deleted or of another room. */
    pin: (
      viewer: SignedInViewer,
      classroomId: string,
      { kind, subjectId }: { kind: 'question' | 'comment'; subjectId: string },
    ): Promise<void> =>
      write(async (trx) => {
        await moderated(trx, viewer, classroomId);
        if (!(await pinsRepository.exists(trx, { classroomId, kind, subjectId }))) throw new AppError('not_found');
        await pinsRepository.pin(trx, { classroomId, kind, subjectId, pinnedBy: viewer.id, now: clock.now() });
      }),

    unpin: (viewer: SignedInViewer, classroomId: string): Promise<void> =>
      write(async (trx) => {
        await moderated(trx, viewer, classroomId);
        await pinsRepository.unpin(trx, classroomId, clock.now());
      }),

    /** Takes a question or comment that is gone off the stage, and out of the chapters of the archive. */
    async drop(trx: Trx, classroomId: string, subjectId: string): Promise<void> {
      await pinsRepository.unpin(trx, classroomId, clock.now(), subjectId);
      await pinsRepository.dropChapters(trx, classroomId, subjectId);
    },

    /** Shows the new words of a comment on the stage, if it is there. */
    followWords: (trx: Trx, classroomId: string, commentId: string) =>
      pinsRepository.markWords(trx, classroomId, commentId, clock.now()),
  };
}
