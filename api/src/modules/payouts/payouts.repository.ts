import { TRANSFER_DELAY_DAYS } from '@manabiba/shared/contract/limits';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PayoutAccountsTable, PayoutsTable } from '../../tables/payouts';
import type { ProviderAccount } from './payout-provider';

export type PayoutAccountRow = Selectable<PayoutAccountsTable>;
export type PayoutRow = Selectable<PayoutsTable>;

export interface BalanceRow {
  available: number;
  pending: number;
  last_transfer_at: Date | null;
}

export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;

const columnsOf = ({ id, chargesEnabled, payoutsEnabled, requirements }: ProviderAccount) => ({
  provider_account_id: id,
  charges_enabled: chargesEnabled,
  payouts_enabled: payoutsEnabled,
  requirements,
});

/** Organizers' accounts at the provider, their earnings and payouts. */
export function createPayoutsRepository(db: Db) {
  return {
    findAccount: (userId: string): Promise<PayoutAccountRow | undefined> =>
      db.selectFrom('payout_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Locks the account: one transfer per user at a time. */
    lockAccount: (trx: Trx, userId: string): Promise<PayoutAccountRow | undefined> =>
      trx.selectFrom('payout_accounts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst(),

    /** Saves the current state of an account. */
    async saveAccount(userId: string, account: ProviderAccount, now: Date): Promise<void> {
      const columns = { ...columnsOf(account), updated_at: now };
      await db
        .insertInto('payout_accounts')
        .values({ user_id: userId, created_at: now, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute();
    },

    async deleteAccount(userId: string): Promise<void> {
      await db.deleteFrom('payout_accounts').where('user_id', '=', userId).execute();
    },

    /**
     * Returns an organizer's earnings after platform fee and refunds, in yen: available from events that ended long
     * enough ago, less payouts, and pending from all others. Of a cancelled event, only what earlier cancellations by
     * participants left is earned; a refund that is still owed is never available.
     */
    async balanceOf(executor: Db | Trx, userId: string, now: Date): Promise<BalanceRow> {
      const settledBefore = new Date(now.getTime() - TRANSFER_DELAY_DAYS * 86_400_000);
      const { rows } = await sql<BalanceRow>`
        with earned as (
          select e.end_at <= ${settledBefore} and c.state <> 'refund_pending'
              and (e.state in ('ended', 'archived') or (e.state = 'cancelled' and c.state = 'cancelled')) as is_settled,
            left_over - (p.fee::bigint * left_over / p.amount) as net
          from payments p
            join participations c on c.id = p.participation_id
            join events e on e.id = c.event_id
            cross join lateral (
              select p.amount - coalesce(sum(r.amount), 0) as left_over from refunds r where r.payment_id = p.id and r.state <> 'failed'
            ) l
          where p.seller_id = ${userId} and p.state = 'paid'
        ), sent as (select amount, done_at from payouts where user_id = ${userId} and state <> 'failed')
        select (coalesce((select sum(net) from earned where is_settled), 0) - coalesce((select sum(amount) from sent), 0))::float8 as available,
          coalesce((select sum(net) from earned where not is_settled), 0)::float8 as pending,
          (select max(done_at) from sent) as last_transfer_at`.execute(executor);
      return rows[0] ?? { available: 0, pending: 0, last_transfer_at: null };
    },

    /**
     * Inserts a payout; returns undefined when there is one for that day already. The predicate of the partial index is
     * a literal: with a parameter, PostgreSQL cannot match the index once the prepared statement has a generic plan.
     */
    insert: (trx: Trx, payout: Insertable<PayoutsTable>): Promise<PayoutRow | undefined> =>
      trx
        .insertInto('payouts')
        .values(payout)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'day'])
            .where(sql<boolean>`state <> 'failed'`)
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst(),

    find: (id: string): Promise<PayoutRow | undefined> =>
      db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst(),

    async countRefusal(trx: Trx, id: string): Promise<void> {
      await trx
        .updateTable('payouts')
        .set({ refusals: sql`refusals + 1` })
        .where('id', '=', id)
        .execute();
    },

    /** Updates a pending payout; does nothing when it is settled. */
    async update(id: string, changes: Updateable<PayoutsTable>): Promise<void> {
      await db.updateTable('payouts').set(changes).where('id', '=', id).where('state', '=', 'pending').execute();
    },
  };
}
