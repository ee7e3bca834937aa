import type { Selectable, Updateable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ArchivesTable } from '../../../tables/archives';

export type LockedArchive = Pick<
  Selectable<ArchivesTable>,
  'id' | 'source' | 'host_id' | 'state' | 'published_at' | 'duration_seconds' | 'media_version' | 'captions_version'
>;

export type EditingRepository = ReturnType<typeof createEditingRepository>;

/** Repository of changes to archives. */
export function createEditingRepository(db: Db) {
  return {
    /** Returns an archive locked until the transaction ends. */
    lock(trx: Trx, id: string): Promise<LockedArchive | undefined> {
      return trx
        .selectFrom('archives')
        .select([
          'id',
          'source',
          'host_id',
          'state',
          'published_at',
          'duration_seconds',
          'media_version',
          'captions_version',
        ])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
    },

    async update(trx: Trx, id: string, values: Updateable<ArchivesTable>): Promise<void> {
      await trx.updateTable('archives').set(values).where('id', '=', id).execute();
    },

    /** Deletes an archive and everything about it but its files, whose folder is thereby orphaned. */
    async remove(trx: Trx, id: string): Promise<void> {
      await trx.updateTable('classrooms').set({ archive_id: null }).where('archive_id', '=', id).execute();
      await trx.updateTable('events').set({ archive_id: null }).where('archive_id', '=', id).execute();
      await trx.deleteFrom('archives').where('id', '=', id).execute();
    },

    /** Records that a folder of the storage belongs to an archive. Must be called before the first file is written. */
    async claimFolder(trx: Trx, folder: string, archiveId: string, now: Date): Promise<void> {
      await trx
        .insertInto('archive_folders')
        .values({ folder, archive_id: archiveId, created_at: now })
        .onConflict((conflict) => conflict.column('folder').doNothing())
        .execute();
    },

    async orphanedFolders(limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('archive_folders')
        .select('folder')
        .where('archive_id', 'is', null)
        .limit(limit)
        .execute();
      return rows.map(({ folder }) => folder);
    },

    async forgetFolder(folder: string): Promise<void> {
      await db.deleteFrom('archive_folders').where('folder', '=', folder).where('archive_id', 'is', null).execute();
    },
  };
}
