import type { Db, Trx } from '../../../platform/database/db';
import { shownSince } from './live-frame';

export type LiveFramesRepository = ReturnType<typeof createLiveFramesRepository>;

/** The newest image of each live classroom. */
export const createLiveFramesRepository = (db: Db) => ({
  async put(trx: Trx, frame: { classroom_id: string; version: string; image: Buffer; taken_at: Date }): Promise<void> {
    await trx
      .insertInto('live_frames')
      .values(frame)
      .onConflict((conflict) => conflict.column('classroom_id').doUpdateSet(frame))
      .execute();
  },

  async remove(trx: Trx, classroomId: string): Promise<void> {
    await trx.deleteFrom('live_frames').where('classroom_id', '=', classroomId).execute();
  },

  /** Returns the image of a classroom that is live and listed; undefined when it is no longer shown. */
  find: (classroomId: string, version: string, now: Date): Promise<{ image: Buffer } | undefined> =>
    db
      .selectFrom('live_frames')
      .innerJoin('classrooms', 'classrooms.id', 'live_frames.classroom_id')
      .select('image')
      .where('classroom_id', '=', classroomId)
      .where('version', '=', version)
      .where('taken_at', '>', shownSince(now))
      .where('classrooms.state', '=', 'live')
      .where('classrooms.private_mode', '=', false)
      .executeTakeFirst(),
});

/** Deletes the images that are no longer shown. */
export async function deleteOldFrames(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('live_frames').where('taken_at', '<=', shownSince(now)).execute();
}
