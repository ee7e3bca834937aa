import type { Db } from '../../../platform/database/db';
import type { ArchiveReportsTable } from '../../../tables/archives';

interface NewReport {
  id: string;
  archiveId: string;
  reporterId: string;
  reason: ArchiveReportsTable['reason'];
  detail: string;
  evidence: object;
  now: Date;
}

export type ArchiveReportsRepository = ReturnType<typeof createArchiveReportsRepository>;

/** Reports about archives. */
export function createArchiveReportsRepository(db: Db) {
  return {
    async has(archiveId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('archive_reports')
        .select('id')
        .where('archive_id', '=', archiveId)
        .where('reporter_id', '=', reporterId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Inserts a report. Does nothing when this user has an open report of that archive. */
    async insert({ id, archiveId, reporterId, reason, detail, evidence, now }: NewReport): Promise<void> {
      await db
        .insertInto('archive_reports')
        .values({
          id,
          archive_id: archiveId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
