import type { Db } from '../../platform/database/db';

/** Reads how a user signs in and what calls on their behalf, without anything that proves it. */
export async function readSignIns(db: Db, userId: string) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'method', 'second_factor', 'staff_active_at'])
      .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at'])
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
        .select(['created_at', 'confirmed_at as on_since'])
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()) ?? null,
    recoveryCodes: await db.selectFrom('recovery_codes').select('used_at').where('user_id', '=', userId).execute(),
    apiKeys: await db
      .selectFrom('api_keys')
      .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_on'])
      .where('user_id', '=', userId)
      .execute(),
    webhooks: await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'url', 'types', 'previous_secret_until', 'failing_since', 'stopped_at', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}
