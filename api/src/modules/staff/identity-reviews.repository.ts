import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

export type IdentityReviewsRepository = ReturnType<typeof createIdentityReviewsRepository>;

/** Actions of the audit log that decide about documents. */
const DECISIONS = ['approve', 'return'];

/** The first of two approvals, from the audit log. Its `after` holds the documents that it is about. */
interface FirstApprovalRow {
  who: string;
  nickname: string;
  at: string;
}

/** Documents that wait for a decision, and what the staff needs to decide. */
export function createIdentityReviewsRepository(db: Db) {
  const waitingDocuments = () =>
    db
      .selectFrom('uploads')
      .where('purpose', '=', 'identity_document')
      .where('submitted_at', 'is not', null)
      .where('decided_at', 'is', null);

  const selectWaiting = () =>
    db
      .selectFrom('users')
      .innerJoin(
        waitingDocuments()
          .select([
            'user_id',
            sql<Date>`min(submitted_at)`.as('waiting_since'),
            sql<string>`string_agg(id, ',' order by id collate "C")`.as('documents'),
          ])
          .groupBy('user_id')
          .as('waiting'),
        'waiting.user_id',
        'users.id',
      )
      .select(['users.id', 'users.nickname', 'users.birth_date', 'users.role', 'waiting.waiting_since'])
      .select(
        sql<number>`(select count(*)::int from audit_log where subject_id = users.id and action = 'return')`.as(
          'returned_count',
        ),
      )
      .select(
        sql<FirstApprovalRow | null>`(select json_build_object('who', l.who, 'nickname', a.nickname, 'at', l.at)
          from audit_log l join users a on a.id = l.who
          where users.role = 'professional' and l.subject_id = users.id and l.action = 'approve-first' and l.after = waiting.documents
          order by l.id desc limit 1)`.as('first_approval'),
      )
      .where('users.state', '=', 'under_review');

  return {
    listWaiting: (limit: number) => selectWaiting().orderBy('waiting.waiting_since').limit(limit).execute(),

    async countWaiting(): Promise<number> {
      const { count } = await db
        .selectFrom(selectWaiting().as('all'))
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    async countDecided(since: Date): Promise<number> {
      const { count } = await db
        .selectFrom('audit_log')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .where('action', 'in', DECISIONS)
        .where('at', '>=', since)
        .executeTakeFirstOrThrow();
      return count;
    },

    findWaiting: (userId: string) =>
      selectWaiting()
        .leftJoin('professionals', 'professionals.user_id', 'users.id')
        .select([
          'users.email',
          'users.created_at',
          'professionals.org_name',
          'professionals.org_url',
          'professionals.invoice_registration_no',
        ])
        .where('users.id', '=', userId)
        .executeTakeFirst(),

    listDocuments: (userId: string) =>
      waitingDocuments()
        .select(['id', 'mime', 'submitted_at'])
        .where('user_id', '=', userId)
        .orderBy('submitted_at')
        .orderBy('id')
        .execute(),

    findLastReturn: (userId: string) =>
      db
        .selectFrom('audit_log')
        .select(['at', 'detail'])
        .where('subject_id', '=', userId)
        .where('action', '=', 'return')
        .orderBy('id', 'desc')
        .executeTakeFirst(),

    findDocument: (id: string) => waitingDocuments().select(['id', 'user_id']).where('id', '=', id).executeTakeFirst(),

    async findNickname(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('nickname').where('id', '=', id).executeTakeFirst();
      return row?.nickname;
    },
  };
}
