import type { Selectable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { StaffSecondFactorsTable } from '../../../tables/staff';

export type SecondFactorRow = Selectable<StaffSecondFactorsTable>;
export type SecondFactorRepository = ReturnType<typeof createSecondFactorRepository>;

/** Second factors of the staff and their recovery codes. */
export function createSecondFactorRepository(db: Db) {
  return {
    /** Returns the confirmed second factor of a user, and how many recovery codes are left. */
    find: (userId: string) =>
      db
        .selectFrom('staff_second_factors as f')
        .select((eb) => [
          'f.confirmed_at',
          eb
            .selectFrom('staff_recovery_codes as c')
            .select(eb.fn.countAll<number>().as('n'))
            .whereRef('c.user_id', '=', 'f.user_id')
            .where('c.used_at', 'is', null)
            .as('codes_left'),
        ])
        .where('f.user_id', '=', userId)
        .where('f.confirmed_at', 'is not', null)
        .executeTakeFirst(),

    /** Locks the second factor of a user, so that each code is taken once however many calls send it. */
    lock: (trx: Trx, userId: string): Promise<SecondFactorRow | undefined> =>
      trx.selectFrom('staff_second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst(),

    /** Offers a secret in place of one that was not confirmed. Returns false when one was. */
    async offer(userId: string, secret: string, now: Date): Promise<boolean> {
      const rows = await db
        .insertInto('staff_second_factors')
        .values({ user_id: userId, secret, created_at: now })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret, created_at: now })
            .where('staff_second_factors.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .execute();
      return rows.length > 0;
    },

    /** Returns what an authenticator app calls the account. */
    async nameOf(userId: string): Promise<string> {
      const { email, nickname } = await db
        .selectFrom('users')
        .select(['email', 'nickname'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return email ?? nickname;
    },

    async accept(trx: Trx, userId: string, set: { last_step: number; confirmed_at?: Date }): Promise<void> {
      await trx.updateTable('staff_second_factors').set(set).where('user_id', '=', userId).execute();
    },

    async replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly string[]): Promise<void> {
      await trx.deleteFrom('staff_recovery_codes').where('user_id', '=', userId).execute();
      await trx
        .insertInto('staff_recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    },

    /** Uses a recovery code up. Returns false when it is none, or was used. */
    async useRecoveryCode(trx: Trx, userId: string, hash: string, now: Date): Promise<boolean> {
      const rows = await trx
        .updateTable('staff_recovery_codes')
        .set({ used_at: now })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('user_id')
        .execute();
      return rows.length > 0;
    },

    /** Deletes the second factor of a user and locks their sessions. Returns false when there is none. */
    async remove(trx: Trx, userId: string): Promise<boolean> {
      const rows = await trx
        .deleteFrom('staff_second_factors')
        .where('user_id', '=', userId)
        .returning('user_id')
        .execute();
      await trx.updateTable('sessions').set({ staff_active_at: null }).where('user_id', '=', userId).execute();
      return rows.length > 0;
    },
  };
}
