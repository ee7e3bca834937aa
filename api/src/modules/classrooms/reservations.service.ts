import { AppError } from '../../http/app-error';
import type { SignedInViewer } from '../../http/viewer';
import type { Clock } from '../../platform/clock';
import { requireAudience, requireScheduled, seatsOf } from './classroom-rules';
import type { ClassroomsService } from './classrooms.service';
import type { ReservationsRepository } from './reservations.repository';

interface ReservationsDeps {
  reservations: ReservationsRepository;
  classrooms: ClassroomsService;
  clock: Clock;
  /** People that one room can hold, whatever the classroom says. */
  engineSeats: number;
}

/** Seats kept beforehand. */
export function createReservationsService({ reservations, classrooms, clock, engineSeats }: ReservationsDeps) {
  return {
    /**
     * Keeps a seat in a scheduled classroom; `isNew` is false when the person already had it.
     *
     * Refuses with `audience_restricted` who it is not for, with `conflict` its host and whoever comes when it is
     * live, with `ended` when it is over, with `full` when no seat is left.
     */
    async create(viewer: SignedInViewer, id: string, key: string | undefined): Promise<{ isNew: boolean; reservedCount: number }> {
      const access = await classrooms.access(viewer, id, { key });
      if (access.myRole === 'host') throw new AppError('conflict');
      requireAudience(access, viewer);
      requireScheduled(access);
      const result = await reservations.create({
        classroomId: id, userId: viewer.id, seats: seatsOf(access, engineSeats), isTold: !access.privateMode, now: clock.now(),
      });
      if (result.outcome !== 'refused') return { isNew: result.outcome === 'created', reservedCount: result.reservedCount };
      requireScheduled(await classrooms.access(viewer, id, { key }));
      throw new AppError('full');
    },

    /** Gives the seat back, if there is one, and says how many are taken. A host has none: `conflict`. */
    async delete(viewer: SignedInViewer, id: string): Promise<{ reservedCount: number }> {
      const access = await classrooms.access(viewer, id, {});
      if (access.myRole === 'host') throw new AppError('conflict');
      return { reservedCount: await reservations.delete(id, viewer.id) };
    },
  };
}

export type ReservationsService = ReturnType<typeof createReservationsService>;
