import type { Db } from '../../../platform/database/db';

/** Returns what decides the connections and the recording of a room; undefined for an unknown one. */
export const findMediaRoom = (db: Db, classroomId: string) =>
  db
    .selectFrom('classrooms')
    .select(['state', 'recording', 'host_id'])
    .where('id', '=', classroomId)
    .executeTakeFirst();
