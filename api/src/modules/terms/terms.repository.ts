import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { TermsVersionsTable } from '../../tables/terms';

export type TermsVersionRow = Selectable<TermsVersionsTable>;
type TermsVersionHead = Omit<TermsVersionRow, 'text'>;

interface Recipient {
  id: string;
  nickname: string;
  email: string;
}

const heads = [
  'id',
  'document',
  'effective_at',
  'summary',
  'announced_at',
  'announced_by',
  'mailed_to',
  'mailed_count',
  'mailed_at',
] as const;

export type TermsRepository = ReturnType<typeof createTermsRepository>;

/** Announced versions of the terms and of the policy, and whom their mails reach. */
export function createTermsRepository(db: Db) {
  return {
    /** Lists what is in force at this time and what is to come, by the time of effect. */
    listCurrent: (now: Date): Promise<TermsVersionHead[]> =>
      db
        .selectFrom('terms_versions as v')
        .select(heads)
        .where((eb) =>
          eb(
            'v.effective_at',
            '>=',
            eb.fn.coalesce(
              eb
                .selectFrom('terms_versions as o')
                .select((inner) => inner.fn.max('o.effective_at').as('effective_at'))
                .whereRef('o.document', '=', 'v.document')
                .where('o.effective_at', '<=', now),
              sql<Date>`'-infinity'::timestamptz`,
            ),
          ),
        )
        .orderBy('v.effective_at')
        .orderBy('v.id')
        .execute(),

    listLatest: (limit: number): Promise<TermsVersionHead[]> =>
      db
        .selectFrom('terms_versions')
        .select(heads)
        .orderBy('announced_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    find: (id: string): Promise<TermsVersionRow | undefined> =>
      db.selectFrom('terms_versions').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Returns false when the document has a version with this time of effect. */
    async insert(trx: Trx, version: Insertable<TermsVersionsTable>): Promise<boolean> {
      const inserted = await trx
        .insertInto('terms_versions')
        .values(version)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    lock: (trx: Trx, id: string): Promise<TermsVersionHead | undefined> =>
      trx.selectFrom('terms_versions').select(heads).where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Returns users with a confirmed address that takes mails, by id, after this one. */
    recipientsAfter: (trx: Trx, id: string, limit: number): Promise<Recipient[]> =>
      trx
        .selectFrom('users as u')
        .select(['u.id', 'u.nickname', sql<string>`u.email`.as('email')])
        .where('u.id', '>', id)
        .where('u.state', '<>', 'withdrawn')
        .where('u.email', 'is not', null)
        .where('u.email_verified_at', 'is not', null)
        .where(sql<boolean>`not exists (select from mail_refusals r where r.email = lower(u.email))`)
        .orderBy('u.id')
        .limit(limit)
        .execute(),

    /** Records that mails up to this user are queued; without one, that all are. */
    async markMailed(
      trx: Trx,
      id: string,
      { to, count, now }: { to?: string; count: number; now: Date },
    ): Promise<void> {
      await trx
        .updateTable('terms_versions')
        .set((eb) =>
          to === undefined ? { mailed_at: now } : { mailed_to: to, mailed_count: eb('mailed_count', '+', count) },
        )
        .where('id', '=', id)
        .execute();
    },
  };
}
