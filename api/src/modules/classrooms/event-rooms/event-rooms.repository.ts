import type { Insertable, Updateable } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { ClassroomsTable } from '../../../tables/classrooms';

/** Repository of event rooms. */
export const eventRoomsRepository = {
  /** Inserts a room with its host. */
  async insert(trx: Trx, room: Insertable<ClassroomsTable>): Promise<void> {
    await trx.insertInto('classrooms').values(room).execute();
    await trx
      .insertInto('classroom_users')
      .values({ classroom_id: room.id, user_id: room.host_id, role: 'host' })
      .execute();
  },

  async update(trx: Trx, id: string, set: Updateable<ClassroomsTable>): Promise<void> {
    await trx.updateTable('classrooms').set(set).where('id', '=', id).execute();
  },
};
