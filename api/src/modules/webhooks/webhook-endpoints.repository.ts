import type { Insertable, Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { WebhookEndpointsTable } from '../../tables/webhooks';

const shown = [
  'id',
  'url',
  'types',
  'created_at',
  'failing_since',
  'stopped_at',
  'secret',
  'previous_secret_until',
] as const;

export type WebhookEndpointsRepository = ReturnType<typeof createWebhookEndpointsRepository>;
export type WebhookEndpointRow = Awaited<ReturnType<WebhookEndpointsRepository['list']>>[number];

export function createWebhookEndpointsRepository(db: Db) {
  return {
    list: (userId: string, on: Db = db) =>
      on
        .selectFrom('webhook_endpoints')
        .select(shown)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async insert(trx: Trx, row: Insertable<WebhookEndpointsTable>) {
      await trx.insertInto('webhook_endpoints').values(row).execute();
    },

    /** Locks a webhook of this user. Returns nothing when there is none. */
    lockOwn: (trx: Trx, userId: string, id: string) =>
      trx
        .selectFrom('webhook_endpoints')
        .select(shown)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst(),

    /** Locks a webhook, with the user to notify about it. */
    lock: (trx: Trx, id: string) =>
      trx
        .selectFrom('webhook_endpoints as w')
        .innerJoin('users as u', 'u.id', 'w.user_id')
        .select(['w.user_id', 'w.url', 'w.failing_since', 'w.stopped_at', 'u.email', 'u.nickname'])
        .where('w.id', '=', id)
        .forUpdate('w')
        .executeTakeFirst(),

    update: (trx: Trx, id: string, values: Updateable<WebhookEndpointsTable>) =>
      trx.updateTable('webhook_endpoints').set(values).where('id', '=', id).returning(shown).executeTakeFirstOrThrow(),

    /** Returns false when this user has no such webhook. */
    async remove(userId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}
