import { type Insertable, type Selectable, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { SubscriptionsTable } from '../../tables/subscriptions';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

export type SubscriptionsRepository = ReturnType<typeof createSubscriptionsRepository>;

/** Subscriptions in the state that the provider last reported. */
export function createSubscriptionsRepository(db: Db) {
  const live = (database: Db | Trx, userId: string) =>
    database.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).where('state', '<>', 'cancelled');

  return {
    find: (id: string, on: Db = db): Promise<SubscriptionRow | undefined> =>
      on.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst(),

    findByProvider: (provider: SubscriptionRow['provider'], providerId: string): Promise<SubscriptionRow | undefined> =>
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('provider', '=', provider)
        .where('provider_subscription_id', '=', providerId)
        .executeTakeFirst(),

    lock: (trx: Trx, id: string): Promise<SubscriptionRow | undefined> =>
      trx.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    lockByProvider: (
      trx: Trx,
      provider: SubscriptionRow['provider'],
      providerId: string,
    ): Promise<SubscriptionRow | undefined> =>
      trx
        .selectFrom('subscriptions')
        .selectAll()
        .where('provider', '=', provider)
        .where('provider_subscription_id', '=', providerId)
        .forUpdate()
        .executeTakeFirst(),

    /** Finds the live subscription. */
    findLive: (userId: string): Promise<SubscriptionRow | undefined> => live(db, userId).executeTakeFirst(),
    lockLive: (trx: Trx, userId: string): Promise<SubscriptionRow | undefined> =>
      live(trx, userId).forUpdate().executeTakeFirst(),

    /** Finds the live subscription, otherwise the latest one. Excludes failed attempts. */
    findLatest: (userId: string): Promise<SubscriptionRow | undefined> =>
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('user_id', '=', userId)
        .where((eb) => eb.or([eb('end_reason', 'is', null), eb('end_reason', '<>', 'declined')]))
        .orderBy('ended_at', (order) => order.desc().nullsFirst())
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Returns whether the user is marked as subscribed, from any source. */
    async isMarkedSubscribed(userId: string): Promise<boolean> {
      const row = await db.selectFrom('users').select('is_subscribed').where('id', '=', userId).executeTakeFirst();
      return row?.is_subscribed ?? false;
    },

    insert: (trx: Trx, subscription: Insertable<SubscriptionsTable>): Promise<SubscriptionRow> =>
      trx.insertInto('subscriptions').values(subscription).returningAll().executeTakeFirstOrThrow(),

    update: (trx: Trx, id: string, changes: Updateable<SubscriptionsTable>): Promise<SubscriptionRow> =>
      trx.updateTable('subscriptions').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

    /** Lists a batch of live subscriptions of the payment provider, by id. */
    listLiveAfter: (id: string, limit: number): Promise<SubscriptionRow[]> =>
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('provider', '=', 'stripe')
        .where('state', '<>', 'cancelled')
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}
