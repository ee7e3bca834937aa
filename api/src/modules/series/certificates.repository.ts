import type { Insertable, Selectable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { CertificatesTable } from '../../tables/series';

export type CertificateRow = Selectable<CertificatesTable>;

export type CertificatesRepository = ReturnType<typeof createCertificatesRepository>;

/** Repository of certificates. */
export function createCertificatesRepository(db: Db) {
  return {
    /** Returns the certificate with a code. That of a withdrawn user is gone. */
    find(code: string): Promise<CertificateRow | undefined> {
      return db
        .selectFrom('certificates as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .selectAll('c')
        .where('c.id', '=', code)
        .where('u.state', '<>', 'withdrawn')
        .executeTakeFirst();
    },

    findOf(database: Db | Trx, seriesId: string, userId: string): Promise<CertificateRow | undefined> {
      return database
        .selectFrom('certificates')
        .selectAll()
        .where('series_id', '=', seriesId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
    },

    /** Returns whether it was inserted: of each series a person has one. */
    async insert(trx: Trx, row: Insertable<CertificatesTable>): Promise<boolean> {
      const inserted = await trx
        .insertInto('certificates')
        .values(row)
        .onConflict((conflict) => conflict.columns(['series_id', 'user_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
  };
}
