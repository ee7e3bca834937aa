import type { Insertable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ClassroomMaterialsTable } from '../../../tables/classroom-materials';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import type { MaterialRow } from './material-row';

interface Place {
  classroomId: string;
  materialId: string;
}

export type MaterialsRepository = ReturnType<typeof createMaterialsRepository>;

/** Repository of the materials of classes. */
export function createMaterialsRepository(db: Db) {
  const materials = (source: Db | Trx) =>
    source
      .selectFrom('classroom_materials as m')
      .leftJoin('uploads as u', 'u.id', 'm.upload_id')
      .select(['m.id', 'm.kind', 'm.title', 'm.url', 'm.created_at', 'u.size']);

  return {
    list: (classroomId: string): Promise<MaterialRow[]> =>
      materials(db).where('m.classroom_id', '=', classroomId).orderBy('m.created_at').orderBy('m.id').execute(),

    find: (trx: Trx, { classroomId, materialId }: Place): Promise<MaterialRow | undefined> =>
      materials(trx).where('m.classroom_id', '=', classroomId).where('m.id', '=', materialId).executeTakeFirst(),

    /** Returns the file of a material with its class. */
    findFile: (materialId: string) =>
      db
        .selectFrom('classroom_materials')
        .select(['classroom_id', 'upload_id', 'title'])
        .where('id', '=', materialId)
        .where('upload_id', 'is not', null)
        .executeTakeFirst(),

    /** Counts the links of a class, or its files. The room must be locked. */
    async count(trx: Trx, classroomId: string, { isLink }: { isLink: boolean }): Promise<number> {
      const { n } = await trx
        .selectFrom('classroom_materials')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('classroom_id', '=', classroomId)
        .where('kind', isLink ? '=' : '<>', 'link')
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Inserts a material; returns whether it did, which it does not for a file that is a material already. */
    async insert(trx: Trx, row: Insertable<ClassroomMaterialsTable>, now: Date): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('classroom_materials')
        .values(row)
        .onConflict((conflict) => conflict.column('upload_id').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return false;
      await markChanged(trx, [changed.room(row.classroom_id)], now);
      return true;
    },

    async rename(trx: Trx, { classroomId, materialId }: Place, title: string, now: Date): Promise<void> {
      await trx
        .updateTable('classroom_materials')
        .set({ title, updated_at: now })
        .where('id', '=', materialId)
        .execute();
      // Its name is on the stage while it is presented.
      await markChanged(trx, [changed.room(classroomId)], now);
    },

    /** Deletes a material, also from the stage. Returns its upload; undefined when there is no such material. */
    async delete(trx: Trx, { classroomId, materialId }: Place, now: Date) {
      const deleted = await trx
        .deleteFrom('classroom_materials')
        .where('classroom_id', '=', classroomId)
        .where('id', '=', materialId)
        .returning('upload_id')
        .executeTakeFirst();
      if (deleted) await markChanged(trx, [changed.room(classroomId)], now);
      return deleted;
    },
  };
}
