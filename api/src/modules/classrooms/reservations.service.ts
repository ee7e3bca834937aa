import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import type { UsersService } from '../users/users.service';
import { requireAudience, requireScheduled, seatsOf } from './classroom-rules';
import type { ClassroomsService } from './classrooms.service';
import type { ReservationsRepository } from './reservations.repository';

interface ReservationsDeps {
  db: Db;
  reservations: ReservationsRepository;
  classrooms: ClassroomsService;
  users: UsersService;
  clock: Clock;
  /** How many participants one room can hold, whatever the classroom says. */
  engineCapacity: number;
}

/**
 * Reservations. Each is decided on the locked classroom, because its host may ban the user, start it or cancel it
 * meanwhile.
 */
export function createReservationsService({
  db,
  reservations,
  classrooms,
  users,
  clock,
  engineCapacity,
}: ReservationsDeps) {
  return {
    /**
     * Reserves a seat in a scheduled classroom; `isNew` is false when the user already had one.
     *
     * Throws `audience_restricted` for users outside its audience, `conflict` for its host and while it is live,
     * `ended` when it is over, `full` when no seat is left.
     */
    create(
      viewer: SignedInViewer,
      id: string,
      key: string | undefined,
    ): Promise<{ isNew: boolean; reservedCount: number }> {
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const access = await classrooms.lockAccess(trx, viewer, id, { key });
        if (access.myRole === 'host') throw new AppError('conflict');
        requireAudience(access, viewer);
        requireScheduled(access);
        if (access.isReserved) return { isNew: false, reservedCount: access.reservedCount };
        if (access.reservedCount >= seatsOf(access, engineCapacity)) throw new AppError('full');
        await reservations.create(trx, { classroomId: id, userId: viewer.id, now: clock.now() });
        if (!access.privateMode) await publish(trx, 'classroomReserved', { classroomId: id, userId: viewer.id });
        return { isNew: true, reservedCount: access.reservedCount + 1 };
      });
    },

    /** Cancels the reservation, if any, and returns the number of reservations. A host has none: `conflict`. */
    delete(viewer: SignedInViewer, id: string): Promise<{ reservedCount: number }> {
      return inTransaction(db, async (trx) => {
        const access = await classrooms.lockAccess(trx, viewer, id, {});
        if (access.myRole === 'host') throw new AppError('conflict');
        if (!access.isReserved) return { reservedCount: access.reservedCount };
        await reservations.delete(trx, id, viewer.id);
        return { reservedCount: access.reservedCount - 1 };
      });
    },
  };
}

export type ReservationsService = ReturnType<typeof createReservationsService>;
