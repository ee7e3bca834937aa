import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { UploadsTable } from '../../tables/accounts';

export type UploadsRepository = ReturnType<typeof createUploadsRepository>;

interface NewUpload {
  id: string;
  userId: string;
  purpose: UploadsTable['purpose'];
  mime: string;
  size: number;
  now: Date;
}

/** Uploaded files. */
export function createUploadsRepository(db: Db) {
  return {
    async insert({ id, userId, purpose, mime, size, now }: NewUpload) {
      await db.insertInto('uploads').values({ id, user_id: userId, purpose, mime, size, created_at: now }).execute();
    },

    find(id: string) {
      return db
        .selectFrom('uploads')
        .select(['id', 'user_id', 'purpose', 'mime', 'size', 'stored_at'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /** Marks a file as stored, with the type of its content. Returns false when it was stored already. */
    async markStored(id: string, mime: string, now: Date): Promise<boolean> {
      const row = await db
        .updateTable('uploads')
        .set({ stored_at: now, mime })
        .where('id', '=', id)
        .where('stored_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Submits documents and returns how many were accepted: stored, of this user, not submitted before. */
    async submit(trx: Trx, userId: string, ids: string[], now: Date): Promise<number> {
      const rows = await trx
        .updateTable('uploads')
        .set({ submitted_at: now })
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('purpose', '=', 'identity_document')
        .where('stored_at', 'is not', null)
        .where('submitted_at', 'is', null)
        .returning('id')
        .execute();
      return rows.length;
    },

    /** Records that staff has decided about all submitted documents. */
    async decide(trx: Trx, userId: string, now: Date) {
      await trx
        .updateTable('uploads')
        .set({ decided_at: now })
        .where('user_id', '=', userId)
        .where('submitted_at', 'is not', null)
        .where('decided_at', 'is', null)
        .execute();
    },

    /** Returns the type of a stored file of this user for this purpose; undefined when there is none. */
    async typeOf(trx: Trx, userId: string, id: string, purpose: UploadsTable['purpose']): Promise<string | undefined> {
      const row = await trx
        .selectFrom('uploads')
        .select('mime')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where('stored_at', 'is not', null)
        .executeTakeFirst();
      return row?.mime;
    },

    /** Finds files to delete: documents with a decision, unfinished uploads and replaced images. */
    findStale({ decidedBefore, unfinishedBefore }: { decidedBefore: Date; unfinishedBefore: Date }) {
      return db
        .selectFrom('uploads')
        .leftJoin('users', 'users.id', 'uploads.user_id')
        .select(['uploads.id', 'uploads.purpose'])
        .where((eb) =>
          eb.or([
            eb('uploads.decided_at', '<', decidedBefore),
            eb.and([eb('uploads.stored_at', 'is', null), eb('uploads.created_at', '<', unfinishedBefore)]),
            eb.and([
              eb('uploads.purpose', '=', 'identity_document'),
              eb('uploads.submitted_at', 'is', null),
              eb('uploads.created_at', '<', unfinishedBefore),
            ]),
            eb.and([
              eb('uploads.purpose', '=', 'avatar'),
              eb('uploads.created_at', '<', unfinishedBefore),
              sql<boolean>`users.avatar_url is distinct from '/v1/images/' || uploads.id`,
              // What somebody was reported for is shown to the staff until they have decided.
              sql<boolean>`not exists (
                select 1 from user_reports r
                where r.reported_id = uploads.user_id and r.decided_at is null
                  and r.evidence ->> 'avatar_url' = '/v1/images/' || uploads.id
              )`,
            ]),
            eb.and([
              eb('uploads.purpose', '=', 'event_cover'),
              eb('uploads.created_at', '<', unfinishedBefore),
              sql<boolean>`not exists (select 1 from events where image_url = '/v1/images/' || uploads.id)`,
            ]),
            eb.and([
              eb('uploads.purpose', '=', 'class_material'),
              eb('uploads.created_at', '<', unfinishedBefore),
              sql<boolean>`not exists (select 1 from classroom_materials m where m.upload_id = uploads.id)`,
            ]),
          ]),
        )
        .limit(200)
        .execute();
    },

    listOf: (userId: string) =>
      db.selectFrom('uploads').select(['id', 'purpose']).where('user_id', '=', userId).execute(),

    async remove(id: string) {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}
