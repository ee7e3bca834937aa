import type { Db } from '../../platform/database/db';
import type { UserReportsTable } from '../../tables/follows';

interface NewReport {
  id: string;
  reportedId: string;
  reporterId: string;
  reason: UserReportsTable['reason'];
  detail: string;
  evidence: object;
  now: Date;
}

export type UserReportsRepository = ReturnType<typeof createUserReportsRepository>;

/** Reports about users. */
export function createUserReportsRepository(db: Db) {
  return {
    async has(reportedId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('user_reports')
        .select('id')
        .where('reported_id', '=', reportedId)
        .where('reporter_id', '=', reporterId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Inserts a report. Does nothing when this user has an open report of that one. */
    async insert({ id, reportedId, reporterId, reason, detail, evidence, now }: NewReport): Promise<void> {
      await db
        .insertInto('user_reports')
        .values({
          id,
          reported_id: reportedId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Returns the current profile as evidence for staff. */
    findEvidence(id: string) {
      return db
        .selectFrom('users')
        .select(['nickname', 'avatar_url', 'introduction', 'job'])
        .where('id', '=', id)
        .where('state', '<>', 'withdrawn')
        .executeTakeFirst();
    },
  };
}
