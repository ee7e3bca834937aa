import type { Insertable } from 'kysely';

import type { Db } from '../../../../platform/database/db';
import { newId } from '../../../../platform/ids';
import type { ClassroomMaterialsTable } from '../../../../tables/classroom-materials';

type RowInput = Partial<Insertable<ClassroomMaterialsTable>> & { classroom_id: string };

/** Inserts a link. */
export async function insertMaterial(db: Db, given: RowInput): Promise<string> {
  const now = new Date();
  const row: Insertable<ClassroomMaterialsTable> = {
    id: newId('mat'),
    kind: 'link',
    title: '星図',
    url: 'https://stars.example/map',
    created_at: now,
    updated_at: now,
    ...given,
  };
  await db.insertInto('classroom_materials').values(row).execute();
  return row.id;
}

/** Inserts a PDF of `owner` whose file nobody reads. */
export async function insertPdf(db: Db, owner: string, given: RowInput): Promise<string> {
  const now = new Date();
  const upload = newId('upl');
  await db
    .insertInto('uploads')
    .values({
      id: upload,
      user_id: owner,
      purpose: 'class_material',
      mime: 'application/pdf',
      size: 10,
      created_at: now,
      stored_at: now,
    })
    .execute();
  return insertMaterial(db, { kind: 'pdf', title: '星の一生', url: null, upload_id: upload, ...given });
}
