import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PayoutAccountsTable, PayoutsTable } from '../../tables/payouts';
import { earnedBy } from './earnings.repository';
import type { ProviderAccount } from './payout-provider';

export type PayoutAccountRow = Selectable<PayoutAccountsTable>;
export type PayoutRow = Selectable<PayoutsTable>;

export interface BalanceRow {
  available: number;
  pending: number;
  last_transfer_at: Date | null;
}

export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;

const columnsOf = ({ id, chargesEnabled, payoutsEnabled, requirements, bank }: ProviderAccount) => ({
  provider_account_id: id,
  charges_enabled: chargesEnabled,
  payouts_enabled: payoutsEnabled,
  requirements,
  bank_name: bank?.name ?? null,
  bank_last4: bank?.last4 ?? null,
});

/** Organizers' accounts at the provider, their earnings and payouts. */
export function createPayoutsRepository(db: Db) {
  return {
    findAccount: (userId: string, on: Db | Trx = db): Promise<PayoutAccountRow | undefined> =>
      on.selectFrom('payout_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst(),

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

    /** Returns an organizer's earnings in yen, see `earnedBy`: available less payouts, and pending. */
    async balanceOf(executor: Db | Trx, userId: string, now: Date): Promise<BalanceRow> {
      const { rows } = await sql<BalanceRow>`
        with earned as (select * from ${earnedBy(userId, now)} e),
          sent as (select amount, done_at from payouts where user_id = ${userId} and state <> 'failed')
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
