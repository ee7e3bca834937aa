import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

export interface SchoolRow {
  id: string;
  name: string;
  code: string;
  sso: 'none' | 'oidc' | 'saml';
  can_create: boolean;
  can_speak: boolean;
  classmates_only: boolean;
  active: boolean;
  pupils: number;
  unused_codes: number;
}

const SCHOOL = sql`s.id, s.name, s.code, s.sso, s.can_create, s.can_speak, s.classmates_only, s.active,
  (select count(*)::int from users u where u.partner_school_id = s.id and u.state <> 'withdrawn') as pupils,
  (select count(*)::int from school_invites i where i.partner_school_id = s.id and i.used_at is null and i.revoked_at is null) as unused_codes`;

export type SchoolsRepository = ReturnType<typeof createSchoolsRepository>;

/** Partner schools, their one-time codes and their pupils. */
export function createSchoolsRepository(db: Db) {
  return {
    async list(): Promise<SchoolRow[]> {
      const { rows } = await sql<SchoolRow>`select ${SCHOOL} from partner_schools s order by s.name, s.id`.execute(db);
      return rows;
    },

    async find(id: string): Promise<SchoolRow | undefined> {
      const { rows } = await sql<SchoolRow>`select ${SCHOOL} from partner_schools s where s.id = ${id}`.execute(db);
      return rows[0];
    },

    findByCode: (code: string) =>
      db
        .selectFrom('partner_schools')
        .select('id')
        .where(sql`upper(code)`, '=', code)
        .executeTakeFirst(),

    /** Locks a school for a change. */
    lock: (trx: Trx, id: string) =>
      trx.selectFrom('partner_schools').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Returns false when another school has the code. */
    async create(
      trx: Trx,
      values: Pick<SchoolRow, 'id' | 'name' | 'code' | 'sso' | 'can_create' | 'can_speak' | 'classmates_only'>,
    ): Promise<boolean> {
      const { numInsertedOrUpdatedRows: made } = await trx
        .insertInto('partner_schools')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return made === 1n;
    },

    async update(
      trx: Trx,
      id: string,
      values: Partial<Pick<SchoolRow, 'name' | 'can_create' | 'can_speak' | 'classmates_only' | 'active'>>,
    ) {
      await trx.updateTable('partner_schools').set(values).where('id', '=', id).execute();
    },

    /** Returns a school with its sign-in page. */
    findSignInPage: (id: string) =>
      db
        .selectFrom('partner_schools')
        .select(['id', 'code', 'sso_issuer', 'sso_client_id', 'sso_client_secret', 'sso_claim', 'active'])
        .where('id', '=', id)
        .executeTakeFirst(),

    async setSignInPage(
      trx: Trx,
      id: string,
      page: { issuer: string; clientId: string; clientSecret: string; claim: string } | null,
    ) {
      await trx
        .updateTable('partner_schools')
        .set({
          sso: page ? 'oidc' : 'none',
          sso_issuer: page?.issuer ?? null,
          sso_client_id: page?.clientId ?? null,
          sso_client_secret: page?.clientSecret ?? null,
          sso_claim: page?.claim ?? null,
        })
        .where('id', '=', id)
        .execute();
    },

    codeGroups: (schoolId: string) =>
      db
        .selectFrom('school_invites')
        .select(({ fn }) => [
          'label',
          sql<number>`(count(*) filter (where used_at is null and revoked_at is null))::int`.as('unused'),
          sql<number>`(count(*) filter (where used_at is not null))::int`.as('used'),
          sql<number>`(count(*) filter (where revoked_at is not null))::int`.as('revoked'),
          fn.max('created_at').as('made_at'),
        ])
        .where('partner_school_id', '=', schoolId)
        .groupBy('label')
        .orderBy('made_at', 'desc')
        .orderBy('label')
        .execute(),

    /** Returns the codes under a label; unused ones first. */
    listCodes: (schoolId: string, label: string) =>
      db
        .selectFrom('school_invites')
        .leftJoin('users', 'users.id', 'school_invites.used_by')
        .select([
          'school_invites.code',
          'school_invites.used_at',
          'school_invites.revoked_at',
          'school_invites.used_by',
          'users.nickname',
        ])
        .where('school_invites.partner_school_id', '=', schoolId)
        .where('label', '=', label)
        .orderBy(sql`coalesce(used_at, revoked_at)`, (order) => order.desc().nullsFirst())
        .orderBy('code')
        .execute(),

    async countUnused(trx: Trx, schoolId: string): Promise<number> {
      const { count } = await trx
        .selectFrom('school_invites')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('partner_school_id', '=', schoolId)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addCodes(
      trx: Trx,
      { schoolId, label, codes, now }: { schoolId: string; label: string; codes: readonly string[]; now: Date },
    ) {
      await trx
        .insertInto('school_invites')
        .values(codes.map((code) => ({ partner_school_id: schoolId, code, label, created_at: now, used_by: null })))
        .execute();
    },

    /** Revokes the unused codes under a label, or one of them. Returns those that it revoked. */
    async revokeCodes(
      trx: Trx,
      { schoolId, label, code, now }: { schoolId: string; label: string; code: string | undefined; now: Date },
    ): Promise<string[]> {
      const rows = await trx
        .updateTable('school_invites')
        .set({ revoked_at: now })
        .where('partner_school_id', '=', schoolId)
        .where('label', '=', label)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
        .returning('code')
        .execute();
      return rows.map((row) => row.code);
    },

    /** Returns a page of pupils after a student code. */
    listPupils: (schoolId: string, { after, limit }: { after: string | undefined; limit: number }) =>
      db
        .selectFrom('users')
        .select(['id', 'nickname', 'student_code', 'state', 'created_at'])
        .where('partner_school_id', '=', schoolId)
        .$if(after !== undefined, (query) => query.where('student_code', '>', after ?? ''))
        .orderBy('student_code')
        .limit(limit)
        .execute(),

    /** Returns a user who is a pupil of any school. */
    findPupil: (userId: string) =>
      db
        .selectFrom('users')
        .innerJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select(['users.id', 'users.student_code', 'partner_schools.code as school_code'])
        .where('users.id', '=', userId)
        .executeTakeFirst(),
  };
}
