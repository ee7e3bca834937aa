import { type Insertable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { PushSubscriptionsTable } from '../../../tables/notifications';

export interface PushSubscriptionRow {
  id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
  last_used_at: Date | null;
  user_agent: string;
}

export function createPushSubscriptionsRepository(db: Db) {
  /** Selects the subscriptions of sessions that have not ended. */
  const selectLive = (userId: string, now: Date, on: Db = db) =>
    on
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .select([
        'p.id',
        'p.session_id',
        'p.endpoint',
        'p.p256dh',
        'p.auth',
        'p.created_at',
        'p.last_used_at',
        's.user_agent',
      ])
      .where('p.user_id', '=', userId)
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', now);

  return {
    list: (userId: string, now: Date): Promise<PushSubscriptionRow[]> =>
      selectLive(userId, now).orderBy('p.created_at', 'desc').execute(),

    find: (userId: string, id: string, now: Date, on?: Db): Promise<PushSubscriptionRow | undefined> =>
      selectLive(userId, now, on).where('p.id', '=', id).executeTakeFirst(),

    /** Registers an endpoint, for this user from now on. */
    async save(trx: Trx, row: Insertable<PushSubscriptionsTable>): Promise<string> {
      const { id } = await trx
        .insertInto('push_subscriptions')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('endpoint')
            .doUpdateSet((eb) => ({
              user_id: eb.ref('excluded.user_id'),
              session_id: eb.ref('excluded.session_id'),
              p256dh: eb.ref('excluded.p256dh'),
              auth: eb.ref('excluded.auth'),
            })),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async deleteByEndpoint(trx: Trx, userId: string, endpoint: string): Promise<void> {
      await trx
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('endpoint', '=', endpoint)
        .execute();
    },

    /** Keeps one of a user's subscriptions and the newest of the others. */
    async keepNewest(trx: Trx, userId: string, { id, kept }: { id: string; kept: number }): Promise<void> {
      await trx
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('push_subscriptions')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy(sql`id = ${id}`, 'desc')
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .limit(kept),
        )
        .execute();
    },

    async delete(userId: string, id: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', '=', id).execute();
    },

    async markUsed(id: string, now: Date): Promise<void> {
      await db.updateTable('push_subscriptions').set({ last_used_at: now }).where('id', '=', id).execute();
    },
  };
}

export type PushSubscriptionsRepository = ReturnType<typeof createPushSubscriptionsRepository>;
