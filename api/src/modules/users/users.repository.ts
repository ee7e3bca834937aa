import { sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { ProfessionalsTable, UsersTable } from '../../tables/users';
import { hostTotals } from '../ratings/rating-average';
import { isSchoolSeparated, type UserRow, userSelection } from './user-columns';

export interface NewPerson {
  id: string;
  email: string | null;
  emailVerifiedAt?: Date | null;
  passwordHash: string | null;
  nickname: string;
  birthDate: string;
  guardianEmail?: string | null;
  role?: 'user' | 'professional';
  state: UsersTable['state'];
  providerSubject?: string | null;
  partnerSchool?: { id: string; studentCode: string };
  now: Date;
}

export interface Organisation {
  orgName: string;
  orgUrl: string | null;
  invoiceRegistrationNo: string | null;
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;

/** Users. */
export function createUsersRepository(db: Db) {
  return {
    /** Returns the data of a public profile. */
    find(id: string, viewerId: string | null) {
      return db
        .selectFrom('users')
        .leftJoin('professionals', 'professionals.user_id', 'users.id')
        .select(userSelection('users', '', viewerId))
        .select([
          'professionals.org_name',
          'professionals.org_url',
          'professionals.category_ids',
          sql<number>`(select count(*)::int from classrooms c, (select ${viewerId}::text as id) viewer where c.host_id = users.id and c.state <> 'cancelled' and c.event_id is null
            and (not c.private_mode or c.host_id = ${viewerId} or exists (select 1 from reservations r where r.classroom_id = c.id and r.user_id = ${viewerId}))
            and not ${sql.raw(isSchoolSeparated('c.host_id', 'viewer.id'))})`.as('classroom_count'),
          sql<boolean>`exists (select 1 from user_blocks where blocker_id = ${viewerId} and blocked_id = users.id)`.as(
            'is_blocked',
          ),
          sql<number[]>`${sql.raw(hostTotals('users.id'))}`.as('rating_totals'),
        ])
        .where('users.id', '=', id)
        .executeTakeFirst();
    },

    /** Finds users by id as lists show them, in no particular order. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<UserRow[]> {
      return db
        .selectFrom('users')
        .select(userSelection('users', '', viewerId))
        .where('users.id', '=', sql<string>`any(${ids})`)
        .execute() as Promise<UserRow[]>;
    },

    /** Returns users' own account data, with the number of notifications since they last opened the inbox. */
    findMe(id: string) {
      return db
        .selectFrom('users')
        .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .leftJoin('professionals', 'professionals.user_id', 'users.id')
        .select(userSelection('users', '', id))
        .select([
          'users.email',
          'users.email_verified_at',
          'users.partner_school_id',
          'users.is_subscribed',
          'users.will_unsubscribed',
          'users.subscription_expires_at',
          'users.stripe_invoice_status',
          'users.resubmit_reason',
          'users.suspend_reason',
          'users.guardian_consent_at',
          'users.guardian_refused_at',
          'users.pending_email',
          'users.guardian_email',
          'partner_schools.can_create',
          'professionals.org_name',
          'professionals.org_url',
          'professionals.invoice_registration_no',
          'professionals.category_ids',
          'professionals.verified_at',
          sql<boolean>`users.password_hash is not null`.as('has_password'),
          sql<boolean>`exists (select from team_members where user_id = users.id and event_id is not null)`.as(
            'is_event_member',
          ),
          sql<number>`(select count(*)::int from notifications where user_id = users.id and is_listed and created_at > users.notifications_seen_at)`.as(
            'unread_count',
          ),
        ])
        .select(['partner_schools.name as school_name', 'partner_schools.can_speak', 'partner_schools.classmates_only'])
        .where('users.id', '=', id)
        .executeTakeFirst();
    },

    /** Finds the credentials for sign-in by e-mail. */
    findByEmail(email: string, on: Db = db) {
      return on
        .selectFrom('users')
        .select(['id', 'password_hash', 'state', 'nickname', 'partner_school_id', 'email_verified_at'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirst();
    },

    /** Finds the credentials for a pupil's sign-in. Inactive schools are excluded. */
    findByStudentCode(schoolCode: string, studentCode: string) {
      return db
        .selectFrom('users')
        .innerJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select(['users.id', 'users.password_hash', 'users.state'])
        .where(sql`upper(partner_schools.code)`, '=', schoolCode)
        .where('partner_schools.active', '=', true)
        .where('users.student_code', '=', studentCode)
        .executeTakeFirst();
    },

    /** Inserts a user. Returns false when the e-mail address, student code or identity is taken. */
    async insert(trx: Trx, person: NewPerson): Promise<boolean> {
      const inserted = await trx
        .insertInto('users')
        .values({
          id: person.id,
          email: person.email,
          email_verified_at: person.emailVerifiedAt ?? null,
          password_hash: person.passwordHash,
          nickname: person.nickname,
          birth_date: person.birthDate,
          guardian_email: person.guardianEmail ?? null,
          role: person.role ?? 'user',
          state: person.state,
          provider_subject: person.providerSubject ?? null,
          partner_school_id: person.partnerSchool?.id ?? null,
          student_code: person.partnerSchool?.studentCode ?? null,
          created_at: person.now,
          updated_at: person.now,
          notifications_seen_at: person.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async insertOrganisation(trx: Trx, userId: string, { orgName, orgUrl, invoiceRegistrationNo }: Organisation) {
      await trx
        .insertInto('professionals')
        .values({ user_id: userId, org_name: orgName, org_url: orgUrl, invoice_registration_no: invoiceRegistrationNo })
        .execute();
    },

    /** Returns whether all of these categories exist. */
    async areCategories(trx: Trx, ids: readonly string[]): Promise<boolean> {
      const known =
        ids.length === 0
          ? []
          : await trx
              .selectFrom('categories')
              .select('id')
              .where('id', 'in', [...ids])
              .execute();
      return known.length === new Set(ids).size;
    },

    async updateOrganisation(trx: Trx, userId: string, values: Updateable<ProfessionalsTable>) {
      await trx.updateTable('professionals').set(values).where('user_id', '=', userId).execute();
    },

    /** Locks the account and returns what account rules check: of two concurrent changes the second sees the first. */
    lock(trx: Trx, id: string) {
      return (
        trx
          .selectFrom('users')
          .select([
            'id',
            'role',
            'state',
            'state_before',
            'email',
            'email_verified_at',
            'pending_email',
            'password_hash',
            'nickname',
            'birth_date',
            'guardian_email',
            'guardian_consent_at',
            'guardian_refused_at',
            'resubmit_reason',
            'partner_school_id',
            'provider_subject',
            'withdrawn_at',
            'avatar_url',
            'is_subscribed',
          ])
          .where('id', '=', id)
          // Its key never changes, so what refers to a person need not wait.
          .forNoKeyUpdate()
          .executeTakeFirst()
      );
    },

    /** Returns the state of an account under a shared lock, so that it cannot change until the transaction ends. */
    hold(trx: Trx, id: string) {
      return trx.selectFrom('users').select('state').where('id', '=', id).forShare().executeTakeFirst();
    },

    async isSubscribed(trx: Trx, id: string): Promise<boolean> {
      const row = await trx.selectFrom('users').select('is_subscribed').where('id', '=', id).executeTakeFirst();
      return row?.is_subscribed ?? false;
    },

    async update(trx: Trx, id: string, values: Updateable<UsersTable>) {
      await trx.updateTable('users').set(values).where('id', '=', id).execute();
    },

    /** Activates users who owed documents as students and are past student age. Returns their ids. */
    async settleGrownUps(bornBy: string, now: Date): Promise<string[]> {
      const rows = await db
        .updateTable('users')
        .set({ state: 'active', updated_at: now })
        .where('state', '=', 'documents_required')
        .where('role', '=', 'user')
        .where('birth_date', '<=', bornBy)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns whether another user has the e-mail address. */
    async isEmailTaken(trx: Trx, email: string, exceptId: string): Promise<boolean> {
      const row = await trx
        .selectFrom('users')
        .select('id')
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('id', '<>', exceptId)
        .executeTakeFirst();
      return row !== undefined;
    },

    findPasswordHash(id: string) {
      return db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    },

    findByProvider(subject: string) {
      return db.selectFrom('users').select(['id', 'state']).where('provider_subject', '=', subject).executeTakeFirst();
    },
  };
}
