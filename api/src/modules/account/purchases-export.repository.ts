import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

/** Reads the money part of a data export: what the user paid and was refunded, the receipts, plans, sales and payouts. */
export async function readPurchases(db: Db, userId: string) {
  return {
    seatTransfers: await readSeatTransfers(db, userId),
    companions: await db
      .selectFrom('participations as further')
      .innerJoin('participations as own', 'own.id', 'further.lead_id')
      .select(['further.id', 'further.event_id', 'further.companion_name', 'further.state', 'further.amount'])
      .select(['further.created_at', 'further.cancelled_at'])
      .where('own.user_id', '=', userId)
      .execute(),
    payments: await db
      .selectFrom('payments')
      .select([
        'id',
        'kind',
        'title',
        'method',
        'amount',
        'tax',
        'tax_rate',
        'state',
        'refunded',
        'card_brand',
        'card_last4',
        'addressee',
        'created_at',
        'paid_at',
      ])
      .where('user_id', '=', userId)
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select([
        'refunds.id',
        'refunds.payment_id',
        'refunds.amount',
        'refunds.reason',
        'refunds.state',
        'refunds.created_at',
        'refunds.done_at',
      ])
      .where('payments.user_id', '=', userId)
      .execute(),
    receipts: await db
      .selectFrom('receipts')
      .leftJoin('refunds', 'refunds.id', 'receipts.refund_id')
      .innerJoin('payments', (join) =>
        join.on((eb) => eb('payments.id', '=', eb.fn.coalesce('receipts.payment_id', 'refunds.payment_id'))),
      )
      .select(['receipts.number', 'receipts.version', 'receipts.content', 'receipts.issued_at'])
      .where('payments.user_id', '=', userId)
      .execute(),
    sales: await db
      .selectFrom('payments')
      .select(['id', 'title', 'method', 'amount', 'tax', 'tax_rate', 'fee', 'state', 'refunded', 'paid_at'])
      .where('seller_id', '=', userId)
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
      .select([
        'subscriptions.id',
        'plans.name as plan',
        'subscriptions.provider',
        'subscriptions.state',
        'subscriptions.coupon_code',
        'subscriptions.started_at',
        'subscriptions.trial_ends_at',
        'subscriptions.current_period_end',
        'subscriptions.cancel_reason',
        'subscriptions.ended_at',
        'subscriptions.end_reason',
      ])
      .where('subscriptions.user_id', '=', userId)
      .execute(),
    trials: await db
      .selectFrom('trial_uses')
      .select(['subscription_id', 'used_at'])
      .where('user_id', '=', userId)
      .execute(),
    card:
      (await db
        .selectFrom('payment_customers')
        .select(['card_brand', 'card_last4', 'card_exp_month', 'card_exp_year', 'updated_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()) ?? null,
    payoutAccount:
      (await db
        .selectFrom('payout_accounts')
        .select(['provider_account_id', 'payouts_enabled', 'created_at', 'updated_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()) ?? null,
    payouts: await db
      .selectFrom('payouts')
      .select(['id', 'amount', 'state', 'created_at', 'done_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

/** Reads the seats that the user gives away or has given away, and those that they are offered or have taken over. */
const readSeatTransfers = (db: Db, userId: string) =>
  db
    .selectFrom('seat_transfers')
    .select(['participation_id', 'is_gift', 'message', 'created_at', 'expires_at', 'accepted_at'])
    // Whoever typed the address has it already.
    .select((eb) => eb.case().when('from_user_id', '=', userId).then(eb.ref('email')).end().as('to_email'))
    .select(sql<boolean>`from_user_id = ${userId}`.as('is_own'))
    .where((eb) =>
      eb.or([
        eb('from_user_id', '=', userId),
        eb('to_user_id', '=', userId),
        eb(
          'email',
          '=',
          sql<string>`(select lower(email) from users where id = ${userId} and email_verified_at is not null)`,
        ),
      ]),
    )
    .execute();
