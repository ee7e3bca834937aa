import { canonicalEmail } from '@manabiba/shared/contract/email-address';

import type { Db, Trx } from '../../platform/database/db';

export type StaffRepository = ReturnType<typeof createStaffRepository>;

interface LogEntry {
  at: Date;
  /** Id of the member of staff, or the name under which the command was run. */
  who: string;
  action: string;
  subjectId: string;
  detail: string;
  /** What the action changed. */
  before?: string;
  after?: string;
}

/** Queries for staff, and the log of staff actions. */
export function createStaffRepository(db: Db) {
  return {
    async log(trx: Trx, { subjectId, ...entry }: LogEntry) {
      await trx
        .insertInto('audit_log')
        .values({ ...entry, subject_id: subjectId })
        .execute();
    },

    find: (idOrEmail: string) =>
      db
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('id', '=', idOrEmail), eb('email', '=', canonicalEmail(idOrEmail) ?? idOrEmail)]))
        .executeTakeFirst(),

    /** Users whose documents await review, longest wait first. */
    waiting: () =>
      db
        .selectFrom('users')
        .innerJoin('uploads', 'uploads.user_id', 'users.id')
        .select((eb) => [
          'users.id',
          'users.nickname',
          'users.birth_date',
          'users.role',
          eb.fn.min('uploads.submitted_at').as('since'),
          eb.fn.count<number>('uploads.id').as('files'),
        ])
        .where('users.state', '=', 'under_review')
        .where('uploads.submitted_at', 'is not', null)
        .where('uploads.decided_at', 'is', null)
        .groupBy('users.id')
        .orderBy('since')
        .execute(),

    reports: () =>
      db
        .selectFrom('comment_reports')
        .select(['id', 'comment_id', 'classroom_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    questionReports: () =>
      db
        .selectFrom('question_reports')
        .select(['id', 'question_id', 'classroom_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    userReports: () =>
      db
        .selectFrom('user_reports')
        .select(['id', 'reported_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    archiveReports: () =>
      db
        .selectFrom('archive_reports')
        .select(['id', 'archive_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    ratingReports: () =>
      db
        .selectFrom('rating_reports')
        .select(['id', 'rating_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    messageReports: () =>
      db
        .selectFrom('message_reports')
        .select(['id', 'message_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    seriesReports: () =>
      db
        .selectFrom('series_reports')
        .select(['id', 'series_id', 'reporter_id', 'reason', 'detail', 'created_at'])
        .where('state', '=', 'open')
        .orderBy('created_at')
        .limit(200)
        .execute(),

    async verifyProfessional(trx: Trx, userId: string, now: Date) {
      await trx
        .updateTable('professionals')
        .set({ verified_at: now })
        .where('user_id', '=', userId)
        .where('verified_at', 'is', null)
        .execute();
    },

    /** Records the decision about all waiting documents of a user, and returns their ids. */
    async decideDocuments(trx: Trx, userId: string, now: Date): Promise<string[]> {
      const rows = await trx
        .updateTable('uploads')
        .set({ decided_at: now })
        .where('user_id', '=', userId)
        .where('submitted_at', 'is not', null)
        .where('decided_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
