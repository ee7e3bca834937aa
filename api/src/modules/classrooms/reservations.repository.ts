import type { Db } from '../../platform/db';
import { publish } from '../../platform/outbox';
import { inTransaction } from '../../platform/transaction';

/** Thrown inside the transaction, so that the seat that was taken too much is given back. */
class NoSeat extends Error {}

/** What came of asking for a seat. `refused`: the room is full, or no longer scheduled. */
export type ReservationOutcome = { outcome: 'created' | 'repeated'; reservedCount: number } | { outcome: 'refused' };

interface Seat {
  classroomId: string;
  userId: string;
  /** No seat is given from this number on. */
  seats: number;
  /** Whether the followers of the person hear of it. */
  isTold: boolean;
  now: Date;
}

export function createReservationsRepository(db: Db) {
  return {
    /**
     * Takes a seat: one row, and the counter moves by one in the same transaction, only while the room is scheduled
     * and has a seat left. However many ask at once, the counter is the number of rows and never above `seats`.
     */
    async create({ classroomId, userId, seats, isTold, now }: Seat): Promise<ReservationOutcome> {
      try {
        return await inTransaction(db, async (trx) => {
          const added = await trx.insertInto('reservations')
            .values({ classroom_id: classroomId, user_id: userId, created_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .returning('user_id')
            .executeTakeFirst();
          if (!added) return { outcome: 'repeated' as const, reservedCount: await countOf(trx, classroomId) };
          const counted = await trx.updateTable('classrooms')
            .set((eb) => ({ reserved_count: eb('reserved_count', '+', 1) }))
            .where('id', '=', classroomId)
            .where('state', '=', 'scheduled')
            .where('reserved_count', '<', seats)
            .returning('reserved_count')
            .executeTakeFirst();
          if (!counted) throw new NoSeat();
          if (isTold) await publish(trx, 'classroomReservedByFollow', { classroomId, userId });
          return { outcome: 'created' as const, reservedCount: counted.reserved_count };
        });
      } catch (error) {
        if (error instanceof NoSeat) return { outcome: 'refused' };
        throw error;
      }
    },

    /** Gives a seat back, when there is one; returns how many are taken now. */
    delete(classroomId: string, userId: string): Promise<number> {
      return inTransaction(db, async (trx) => {
        const gone = await trx.deleteFrom('reservations')
          .where('classroom_id', '=', classroomId).where('user_id', '=', userId)
          .returning('user_id')
          .executeTakeFirst();
        if (!gone) return countOf(trx, classroomId);
        const counted = await trx.updateTable('classrooms')
          .set((eb) => ({ reserved_count: eb('reserved_count', '-', 1) }))
          .where('id', '=', classroomId)
          .returning('reserved_count')
          .executeTakeFirstOrThrow();
        return counted.reserved_count;
      });
    },
  };
}

async function countOf(db: Db, classroomId: string): Promise<number> {
  const row = await db.selectFrom('classrooms').select('reserved_count').where('id', '=', classroomId).executeTakeFirstOrThrow();
  return row.reserved_count;
}

export type ReservationsRepository = ReturnType<typeof createReservationsRepository>;
