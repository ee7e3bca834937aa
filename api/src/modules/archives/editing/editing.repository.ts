import { type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { ArchivesTable } from '../../../tables/archives';

/** An archive is sold for as long as it is published. */
const WITHOUT_END = new Date('9999-12-31T00:00:00Z');

export type LockedArchive = Pick<
  Selectable<ArchivesTable>,
  | 'id'
  | 'source'
  | 'source_id'
  | 'host_id'
  | 'state'
  | 'published_at'
  | 'duration_seconds'
  | 'media_version'
  | 'captions_version'
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
          'source_id',
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

    /** Sells the archive of an event at this price from now on; what was held before keeps its price. */
    async setPrice(trx: Trx, eventId: string, price: number, now: Date): Promise<void> {
      await trx
        .insertInto('ticket_types')
        .values({
          id: newId('tkt'),
          event_id: eventId,
          name: 'アーカイブ視聴',
          kind: 'archive',
          price,
          tax_rate: 10,
          quota: null,
          sale_start_at: now,
          sale_end_at: WITHOUT_END,
        })
        .onConflict((conflict) =>
          conflict
            .column('event_id')
            .where(sql<boolean>`kind = 'archive'`)
            .doUpdateSet({ price, sale_end_at: WITHOUT_END }),
        )
        .execute();
    },

    /** Ends the sale of the archive of an event, if there was any. */
    async endSale(trx: Trx, eventId: string): Promise<void> {
      await trx
        .updateTable('ticket_types')
        .set((eb) => ({ sale_end_at: eb.ref('sale_start_at') }))
        .where('event_id', '=', eventId)
        .where('kind', '=', 'archive')
        .execute();
    },

    /**
     * Deletes an archive and everything about it but its files, whose folder is thereby orphaned. Returns what it was
     * of.
     */
    async remove(trx: Trx, id: string): Promise<Pick<LockedArchive, 'source' | 'source_id'> | undefined> {
      await trx.updateTable('classrooms').set({ archive_id: null }).where('archive_id', '=', id).execute();
      await trx.updateTable('events').set({ archive_id: null }).where('archive_id', '=', id).execute();
      return trx.deleteFrom('archives').where('id', '=', id).returning(['source', 'source_id']).executeTakeFirst();
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
