import type { Db } from '../../platform/database/db';

/** Reads how the user signs in and has signed in, without what proves to be them. */
export async function readSignIns(db: Db, userId: string) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'method', 'second_factor', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
      .where('user_id', '=', userId)
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    secondFactor:
      (await db
        .selectFrom('second_factors')
        .select('confirmed_at as on_since')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()) ?? null,
    recoveryCodes: await db.selectFrom('recovery_codes').select('used_at').where('user_id', '=', userId).execute(),
  };
}
