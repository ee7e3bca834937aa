import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PaymentCustomersTable, TrialCouponsTable } from '../../tables/subscriptions';
import type { CouponRow } from './plans/plans.repository';
import type { Card } from './provider/provider-subscription';

export type CustomerRow = Selectable<PaymentCustomersTable>;

export type TrialsRepository = ReturnType<typeof createTrialsRepository>;

/** Trials, the coupons that extend them, and users as customers of the payment provider. */
export function createTrialsRepository(db: Db) {
  return {
    /** Returns whether this user or this card has had a trial. */
    async findUses(
      userId: string,
      fingerprint: string | null,
      on: Db = db,
    ): Promise<{ byPerson: boolean; byCard: boolean }> {
      const rows = await on
        .selectFrom('trial_uses')
        .select(['user_id'])
        .where((eb) => eb.or([eb('user_id', '=', userId), eb('card_fingerprint', '=', fingerprint ?? '')]))
        .execute();
      const byPerson = rows.some(({ user_id: owner }) => owner === userId);
      return { byPerson, byCard: rows.some(({ user_id: owner }) => owner !== userId) };
    },

    /** Records a trial. Returns false when the user or the card has had one. */
    async claim(
      trx: Trx,
      use: { userId: string; fingerprint: string | null; subscriptionId: string; now: Date },
    ): Promise<boolean> {
      const row = await trx
        .insertInto('trial_uses')
        .values({
          user_id: use.userId,
          card_fingerprint: use.fingerprint,
          subscription_id: use.subscriptionId,
          used_at: use.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async giveBack(trx: Trx, subscriptionId: string): Promise<void> {
      await trx.deleteFrom('trial_uses').where('subscription_id', '=', subscriptionId).execute();
    },

    findCoupon: (code: string): Promise<CouponRow | undefined> =>
      db.selectFrom('trial_coupons').selectAll().where('code', '=', code).executeTakeFirst(),

    /** Spends one use of a coupon. Returns undefined when it is unknown, used up, expired or for another plan. */
    spendCoupon: (
      trx: Trx,
      { code, planId, now }: { code: string; planId: string; now: Date },
    ): Promise<{ trial_days: number } | undefined> =>
      trx
        .updateTable('trial_coupons')
        .set({ uses: sql`uses + 1` })
        .where('code', '=', code)
        .where('uses', '<', sql<number>`max_uses`)
        .where('expires_at', '>', now)
        .where((eb) => eb.or([eb('plan_id', 'is', null), eb('plan_id', '=', planId)]))
        .returning('trial_days')
        .executeTakeFirst(),

    async returnCoupon(trx: Trx, code: string): Promise<void> {
      await trx
        .updateTable('trial_coupons')
        .set({ uses: sql`uses - 1` })
        .where('code', '=', code)
        .execute();
    },

    /** Lists coupons, latest first. */
    listCoupons: (limit: number): Promise<CouponRow[]> =>
      db.selectFrom('trial_coupons').selectAll().orderBy('created_at', 'desc').orderBy('code').limit(limit).execute(),

    /** Returns when a coupon expires and locks it until the transaction ends. */
    lockCoupon: (trx: Trx, code: string): Promise<Pick<CouponRow, 'expires_at'> | undefined> =>
      trx.selectFrom('trial_coupons').select('expires_at').where('code', '=', code).forUpdate().executeTakeFirst(),

    async expireCoupon(trx: Trx, code: string, now: Date): Promise<void> {
      await trx.updateTable('trial_coupons').set({ expires_at: now }).where('code', '=', code).execute();
    },

    /** Returns false when the code exists already. */
    async insertCoupon(trx: Trx, coupon: Insertable<TrialCouponsTable>): Promise<boolean> {
      const inserted = await trx
        .insertInto('trial_coupons')
        .values(coupon)
        .onConflict((conflict) => conflict.doNothing())
        .returning('code')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    findCustomer: (userId: string): Promise<CustomerRow | undefined> =>
      db.selectFrom('payment_customers').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Saves and returns the customer id. An existing id is kept: of two concurrent inserts the first one wins. */
    async insertCustomer(userId: string, customerId: string, now: Date): Promise<string> {
      const row = await db
        .insertInto('payment_customers')
        .values({ user_id: userId, provider_customer_id: customerId, updated_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))
        .returning('provider_customer_id')
        .executeTakeFirstOrThrow();
      return row.provider_customer_id;
    },

    async setCard(userId: string, card: Card, now: Date): Promise<void> {
      await db
        .updateTable('payment_customers')
        .set({
          payment_method_id: card.id,
          card_brand: card.brand,
          card_last4: card.last4,
          card_exp_month: card.expMonth,
          card_exp_year: card.expYear,
          card_fingerprint: card.fingerprint,
          updated_at: now,
        })
        .where('user_id', '=', userId)
        .execute();
    },
  };
}
