import { subDays } from 'date-fns';
import type { Insertable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ApiKeysTable } from '../../../tables/api-keys';
import { viewerColumns } from '../../sessions/signed-in-viewer';

/** How long an expired key is listed, in days. */
const LISTED_DAYS = 30;

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;

export function createApiKeysRepository(db: Db) {
  const listed = (userId: string, on: Db) =>
    on
      .selectFrom('api_keys')
      .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_on'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id');
  return {
    /** Returns the keys of a user, also those that have expired. */
    list: (userId: string) => listed(userId, db).execute(),

    listValid: (trx: Trx, userId: string, now: Date) => listed(userId, trx).where('expires_at', '>', now).execute(),

    async insert(trx: Trx, row: Insertable<ApiKeysTable>) {
      await trx.insertInto('api_keys').values(row).execute();
    },

    /** Deletes a key of this user. Returns nothing when there is none. */
    remove(trx: Trx, userId: string, id: string) {
      return trx
        .deleteFrom('api_keys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst();
    },

    async removeAll(trx: Trx, userId: string) {
      await trx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
    },

    /** Returns a valid key with everything that access rules check about its user. */
    find(keyHash: string, now: Date) {
      return db
        .selectFrom('api_keys')
        .innerJoin('users', 'users.id', 'api_keys.user_id')
        .leftJoin('partner_schools', 'partner_schools.id', 'users.partner_school_id')
        .select(['api_keys.id', 'api_keys.user_id', 'api_keys.scopes', 'api_keys.last_used_on'])
        .select(viewerColumns)
        .where('api_keys.key_hash', '=', keyHash)
        .where('api_keys.expires_at', '>', now)
        .executeTakeFirst();
    },

    async markUsed(id: string, day: string) {
      await db.updateTable('api_keys').set({ last_used_on: day }).where('id', '=', id).execute();
    },
  };
}

/** Deletes keys that expired a month ago. */
export async function deleteExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('api_keys').where('expires_at', '<', subDays(now, LISTED_DAYS)).execute();
}
