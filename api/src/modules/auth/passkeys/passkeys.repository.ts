import type { Insertable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { PasskeyChallengesTable, PasskeysTable } from '../../../tables/passkeys';

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;

/** Passkeys and the challenges that are open. */
export function createPasskeysRepository(db: Db) {
  const selectOwn = (userId: string, on: Db) =>
    on
      .selectFrom('passkeys')
      .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id');

  return {
    list: (userId: string, on: Db = db) => selectOwn(userId, on).execute(),

    /** Inserts a passkey. Returns false when its credential is known. */
    async insert(trx: Trx, row: Insertable<PasskeysTable>): Promise<boolean> {
      const inserted = await trx
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Renames a passkey of this user. Returns nothing when there is none. */
    rename(userId: string, id: string, name: string) {
      return db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirst();
    },

    /** Deletes a passkey of this user. Returns nothing when there is none. */
    remove(trx: Trx, userId: string, id: string) {
      return trx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst();
    },

    async removeAll(trx: Trx, userId: string) {
      await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    },

    /** Finds a credential to sign in with. Pupils of an inactive school have none, unless they have an address. */
    findCredential(credentialId: string) {
      return db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'passkeys.user_id')
        .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select([
          'passkeys.id',
          'passkeys.user_id',
          'passkeys.credential_id',
          'passkeys.public_key',
          'passkeys.counter',
        ])
        .where('passkeys.credential_id', '=', credentialId)
        .where((eb) =>
          eb.or([
            eb('partner_schools.id', 'is', null),
            eb('partner_schools.active', '=', true),
            eb('users.email_verified_at', 'is not', null),
          ]),
        )
        .executeTakeFirst();
    },

    /** Stores the counter of a signature. Returns false when another one was first, or the passkey is gone. */
    async use(
      trx: Trx,
      id: string,
      { counter, counterBefore, now }: { counter: number; counterBefore: number; now: Date },
    ): Promise<boolean> {
      const updated = await trx
        .updateTable('passkeys')
        .set({ counter, last_used_at: now })
        .where('id', '=', id)
        .where('counter', '=', counterBefore)
        .returning('id')
        .executeTakeFirst();
      return updated !== undefined;
    },

    async insertChallenge(row: Insertable<PasskeyChallengesTable>) {
      await db.insertInto('passkey_challenges').values(row).execute();
    },

    /** Consumes a challenge of this session, or of nobody. Of two concurrent calls only one gets it. */
    takeChallenge(id: string, owner: { userId: string; sessionId: string } | null, now: Date) {
      return db
        .deleteFrom('passkey_challenges')
        .where('id', '=', id)
        .where('user_id', 'is not distinct from', owner?.userId ?? null)
        .where('session_id', 'is not distinct from', owner?.sessionId ?? null)
        .where('expires_at', '>', now)
        .returning('challenge')
        .executeTakeFirst();
    },
  };
}

/** Deletes challenges that nobody has answered. */
export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}
