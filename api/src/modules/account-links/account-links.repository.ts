import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { Db, Trx } from '../../platform/database/db';
import type { AccountLinksTable } from '../../tables/accounts';

export type LinkPurpose = AccountLinksTable['purpose'];

interface NewLink {
  tokenHash: string;
  userId: string;
  purpose: LinkPurpose;
  email: string;
  now: Date;
  expiresAt: Date;
}

export type AccountLinksRepository = ReturnType<typeof createAccountLinksRepository>;

/** Repository of mailed links. */
export function createAccountLinksRepository(db: Db) {
  return {
    async insert(trx: Trx, { tokenHash, userId, purpose, email, now, expiresAt }: NewLink) {
      await trx
        .insertInto('account_links')
        .values({ token_hash: tokenHash, user_id: userId, purpose, email, created_at: now, expires_at: expiresAt })
        .execute();
    },

    /** Invalidates all links of that purpose. */
    async retire(trx: Trx, userId: string, purpose: LinkPurpose, now: Date) {
      await trx
        .updateTable('account_links')
        .set({ used_at: now })
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .execute();
    },

    async deleteCalendarFeed(trx: Trx, userId: string) {
      await trx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
    },

    /** Consumes a link. Of two concurrent calls only one gets it. */
    take(trx: Trx, tokenHash: string, purpose: LinkPurpose, now: Date) {
      return trx
        .updateTable('account_links')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['user_id', 'email'])
        .executeTakeFirst();
    },

    /** Finds links that have not expired, used or not. */
    find(tokenHash: string, purpose: LinkPurpose, now: Date, on: Db = db) {
      return on
        .selectFrom('account_links')
        .select(['user_id', 'email', 'used_at'])
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    async expireAt(trx: Trx, tokenHash: string, expiresAt: Date) {
      await trx
        .updateTable('account_links')
        .set({ expires_at: expiresAt })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
  };
}

/** How long expired links are kept, in milliseconds. */
const KEPT_MS = millisecondsInDay;

/** Deletes links that expired a day ago. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', subMilliseconds(now, KEPT_MS)).execute();
}
