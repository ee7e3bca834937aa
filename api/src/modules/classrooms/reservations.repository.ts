import type { Trx } from '../../platform/database/db';

interface NewReservation {
  classroomId: string;
  userId: string;
  now: Date;
}

/**
 * Repository of reservations and their count. The transaction locks the classroom, so that the count matches the rows.
 */
export const reservationsRepository = {
  async create(trx: Trx, { classroomId, userId, now }: NewReservation): Promise<void> {
    await trx
      .insertInto('reservations')
      .values({ classroom_id: classroomId, user_id: userId, created_at: now })
      .execute();
    await count(trx, classroomId, 1);
  },

  async delete(trx: Trx, classroomId: string, userId: string): Promise<void> {
    await trx
      .deleteFrom('reservations')
      .where('classroom_id', '=', classroomId)
      .where('user_id', '=', userId)
      .execute();
    await count(trx, classroomId, -1);
  },
};

async function count(trx: Trx, classroomId: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('classrooms')
    .set((eb) => ({ reserved_count: eb('reserved_count', '+', by) }))
    .where('id', '=', classroomId)
    .execute();
}

export type ReservationsRepository = typeof reservationsRepository;
