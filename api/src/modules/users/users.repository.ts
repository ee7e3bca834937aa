import { sql } from 'kysely';
import type { UsersTable } from '../../platform/database';
import type { Db, Trx } from '../../platform/db';
import { userSelection } from './user-columns';

export interface NewPerson {
  id: string;
  email: string;
  passwordHash: string;
  nickname: string;
  birthDate: string;
  guardianEmail: string | null;
  state: UsersTable['state'];
  now: Date;
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;

/** Rows of people. */
export function createUsersRepository(db: Db) {
  return {
    /** What a public profile shows. */
    find(id: string, viewerId: string | null) {
      return db.selectFrom('users').select(userSelection('users', '', viewerId)).where('users.id', '=', id).executeTakeFirst();
    },

    /** What a person may know about himself, with the number of notifications that came since the inbox was last looked at. */
    findMe(id: string) {
      return db
        .selectFrom('users')
        .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select(userSelection('users', '', id))
        .select([
          'users.email', 'users.email_verified_at', 'users.partner_school_id', 'users.is_subscribed', 'users.will_unsubscribed',
          'users.subscription_expires_at', 'users.stripe_invoice_status', 'users.resubmit_reason', 'users.guardian_consent_at',
          'partner_schools.can_create',
          sql<number>`(select count(*)::int from notifications where user_id = users.id and created_at > users.notifications_seen_at)`.as('unread_count'),
        ])
        .where('users.id', '=', id)
        .executeTakeFirst();
    },

    /** What signing in by e-mail looks at. */
    findByEmail(email: string) {
      return db
        .selectFrom('users')
        .select(['id', 'password_hash', 'state', 'partner_school_id', 'email_verified_at'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirst();
    },

    /** What a pupil's signing in looks at. A school that has left is no longer there. */
    findByStudentCode(schoolCode: string, studentCode: string) {
      return db
        .selectFrom('users')
        .innerJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select(['users.id', 'users.password_hash', 'users.state'])
        .where('partner_schools.code', '=', schoolCode)
        .where('partner_schools.active', '=', true)
        .where('users.student_code', '=', studentCode)
        .executeTakeFirst();
    },

    /** False when somebody has that e-mail address already. */
    async insert(trx: Trx, person: NewPerson): Promise<boolean> {
      const inserted = await trx
        .insertInto('users')
        .values({
          id: person.id, email: person.email, password_hash: person.passwordHash, nickname: person.nickname, birth_date: person.birthDate,
          guardian_email: person.guardianEmail, state: person.state, created_at: person.now, updated_at: person.now,
          notifications_seen_at: person.now,
        })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
  };
}
