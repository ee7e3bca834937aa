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
        'participation_id',
        'subscription_id',
        'guest_email',
        'title',
        'method',
        'amount',
        'tax',
        'tax_rate',
        'state',
        'failure_code',
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
        'refunds.participation_id',
        'refunds.amount',
        'refunds.reason',
        'refunds.state',
        'refunds.failure_reason',
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
      .select(['id', 'title', 'method', 'amount', 'tax', 'tax_rate', 'fee'])
      .select(['state', 'refunded', 'created_at', 'paid_at'])
      .where('seller_id', '=', userId)
      .execute(),
    subscriptions: await readSubscriptions(db, userId),
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
        .select(['provider_account_id', 'charges_enabled', 'payouts_enabled', 'requirements'])
        .select(['bank_name', 'bank_last4', 'created_at', 'updated_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()) ?? null,
    payouts: await db
      .selectFrom('payouts')
      .select(['id', 'amount', 'day', 'state', 'failure_reason', 'created_at', 'done_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

const readSubscriptions = (db: Db, userId: string) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('plans', 'plans.id', 's.plan_id')
    .leftJoin('plans as next', 'next.id', 's.next_plan_id')
    .leftJoin('plans as told', 'told.id', 's.price_told_of')
    .select(['s.id', 'plans.name as plan', 'next.name as next_plan', 's.provider', 's.state', 's.created_at'])
    .select(['s.started_at', 's.current_period_end', 's.cancel_at_period_end', 's.cancel_reason'])
    .select(['s.coupon_code', 's.trial_days', 's.trial_ends_at', 's.trial_mail_at'])
    .select(['s.invoice_status', 's.open_invoice_amount', 's.attempted_at', 's.next_retry_at', 's.grace_ends_at'])
    .select(['told.name as price_told_of_plan', 's.price_told_at', 's.ended_at', 's.end_reason'])
    .where('s.user_id', '=', userId)
    .execute();

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
