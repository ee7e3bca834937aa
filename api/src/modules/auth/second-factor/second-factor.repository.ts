import type { Selectable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { SecondFactorsTable } from '../../../tables/second-factors';

export type SecondFactorRow = Selectable<SecondFactorsTable>;
export type SecondFactorRepository = ReturnType<typeof createSecondFactorRepository>;

/** Second factors and their recovery codes. */
export function createSecondFactorRepository(db: Db) {
  return {
    /** Returns the confirmed second factor of a user, and how many recovery codes are left. */
    find: (userId: string, on: Db | Trx = db) =>
      on
        .selectFrom('second_factors as f')
        .select((eb) => [
          'f.confirmed_at',
          eb
            .selectFrom('recovery_codes as c')
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
      trx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst(),

    /** Offers a secret in place of one that was not confirmed. Returns false when one was. */
    async offer(userId: string, secret: string, now: Date): Promise<boolean> {
      const rows = await db
        .insertInto('second_factors')
        .values({ user_id: userId, secret, created_at: now })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret, created_at: now })
            .where('second_factors.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .execute();
      return rows.length > 0;
    },

    /** Returns whose second factor it is. */
    findOwner: (userId: string, on: Db | Trx = db) =>
      on.selectFrom('users').select(['email', 'nickname']).where('id', '=', userId).executeTakeFirstOrThrow(),

    async accept(trx: Trx, userId: string, set: { last_step: number; confirmed_at?: Date }): Promise<void> {
      await trx.updateTable('second_factors').set(set).where('user_id', '=', userId).execute();
    },

    async replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly string[]): Promise<void> {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      await trx
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    },

    /** Uses a recovery code up. Returns false when it is none, or was used. */
    async useRecoveryCode(trx: Trx, userId: string, hash: string, now: Date): Promise<boolean> {
      const rows = await trx
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('user_id')
        .execute();
      return rows.length > 0;
    },

    /**
     * Deletes the second factor of a user with its recovery codes, and locks their sessions for the work of the staff.
     * Returns false when none was confirmed.
     */
    async remove(trx: Trx, userId: string): Promise<boolean> {
      const rows = await trx
        .deleteFrom('second_factors')
        .where('user_id', '=', userId)
        .returning('confirmed_at')
        .execute();
      await trx.updateTable('sessions').set({ staff_active_at: null }).where('user_id', '=', userId).execute();
      return rows.some(({ confirmed_at: confirmedAt }) => confirmedAt !== null);
    },
  };
}
