import type { SaleHistory } from '@manabiba/shared/contract/payments';
import type { ConnectAccount } from '@manabiba/shared/contract/payouts';
import { addMilliseconds } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError, notOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import { isRepeatable } from '../../platform/stripe/stripe-client';
import { PAYOUT_TITLE } from '../payments/sales.service';
import { todayInJapan } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { PayoutProvider } from './payout-provider';
import type { PayoutAccountRow, PayoutRow, PayoutsRepository } from './payouts.repository';

interface PayoutsDeps {
  db: Db;
  payouts: PayoutsRepository;
  /** Null when no provider is configured. */
  provider: PayoutProvider | null;
  users: Pick<UsersService, 'signedInMe'>;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  /** Base URL of the product's pages. */
  publicUrl: string;
}

/** Delay before a retry when the provider's balance is short. */
const AGAIN_MS = millisecondsInHour;
const WRONG_PAGE = 'まなびばのページを指定してください。';
const ONCE_A_DAY = '振込は1日に1回までです。明日以降にお申し込みください。';
const NOT_READY = '振込先の登録が完了していません。';
const TOO_MUCH = '振り込める金額を超えています。';

export type PayoutsService = ReturnType<typeof createPayoutsService>;

/** Organizers' earnings and payouts. A job sends the transfer to the provider after the commit. */
export function createPayoutsService({ db, payouts, provider, users, jobs, clock, publicUrl }: PayoutsDeps) {
  /**
   * Returns the account as the provider reports it now, the last known state when the provider does not answer, or none
   * when it no longer exists there.
   */
  async function refreshed(userId: string) {
    const known = await payouts.findAccount(userId);
    if (!known || !provider) return known;
    try {
      const account = await provider.findAccount(known.provider_account_id);
      if (account) await payouts.saveAccount(userId, account, clock.now());
      else await payouts.deleteAccount(userId);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
    }
    return payouts.findAccount(userId);
  }

  async function accountIdOf(viewer: SignedInViewer, at: PayoutProvider): Promise<string> {
    const known = await payouts.findAccount(viewer.id);
    if (known) return known.provider_account_id;
    const { email } = await users.signedInMe(viewer.id);
    const account = await at.createAccount({ userId: viewer.id, email });
    await payouts.saveAccount(viewer.id, account, clock.now());
    return account.id;
  }

  function checkPages(pages: { returnUrl: string; refreshUrl: string }): void {
    const { origin } = new URL(publicUrl);
    const foreign = Object.entries(pages).filter(([, url]) => new URL(url).origin !== origin);
    if (foreign.length > 0)
      throw new AppError('invalid', { fields: Object.fromEntries(foreign.map(([field]) => [field, WRONG_PAGE])) });
  }

  return {
    async get(viewer: SignedInViewer): Promise<ConnectAccount> {
      const account = await refreshed(viewer.id);
      const balance = await payouts.balanceOf(db, viewer.id, clock.now());
      return {
        id: account?.provider_account_id ?? null,
        chargesEnabled: account?.charges_enabled ?? false,
        payoutsEnabled: account?.payouts_enabled ?? false,
        requirements: account?.requirements ?? [],
        bank: bankOf(account),
        availableBalance: balance.available,
        pendingBalance: balance.pending,
        lastTransferAt: balance.last_transfer_at?.toISOString() ?? null,
      };
    },

    /** Starts or continues the onboarding. Rejects URLs outside the product with `invalid`. */
    async connect(
      viewer: SignedInViewer,
      pages: { returnUrl: string; refreshUrl: string },
    ): Promise<{ url: string; expiresAt: string }> {
      requireGoodStanding(viewer);
      checkPages(pages);
      if (!provider) throw notOffered();
      const { url, expiresAt } = await provider.createLink(await accountIdOf(viewer, provider), pages);
      return { url, expiresAt: expiresAt.toISOString() };
    },

    /**
     * Deducts an amount from the balance and queues the transfer. Rejects with `invalid` above the available balance,
     * `already` for a second payout on one day in Japan, `conflict` when payouts to the account are not enabled.
     */
    async transfer(viewer: SignedInViewer, { amount }: { amount: number }): Promise<SaleHistory> {
      requireGoodStanding(viewer);
      // Uses the last known state so that no provider call delays the transaction. Viewing the balance refreshes it.
      const account = await payouts.findAccount(viewer.id);
      if (!account?.payouts_enabled) throw new AppError('conflict', { fields: { account: NOT_READY } });
      return inTransaction(db, async (trx) => {
        const now = clock.now();
        await payouts.lockAccount(trx, viewer.id);
        const { available } = await payouts.balanceOf(trx, viewer.id, now);
        if (amount > available) throw new AppError('invalid', { fields: { amount: TOO_MUCH } });
        const id = newId('pyo');
        const payout = await payouts.insert(trx, {
          id,
          user_id: viewer.id,
          amount,
          day: todayInJapan(now),
          created_at: now,
        });
        if (!payout) throw new AppError('already', { fields: { amount: ONCE_A_DAY } });
        await jobs.enqueue(trx, 'send-payout', { payoutId: id }, now);
        return toSale(payout);
      });
    },

    /** Returns whether an organizer can receive payouts. Always true when no provider is configured. */
    async isReady(userId: string, trx?: Trx): Promise<boolean> {
      if (!provider) return true;
      return (await payouts.findAccount(userId, trx))?.payouts_enabled ?? false;
    },

    /** Returns whether an organizer has money that was not paid out yet. */
    async hasBalance(trx: Trx, userId: string): Promise<boolean> {
      const { available, pending } = await payouts.balanceOf(trx, userId, clock.now());
      return available > 0 || pending > 0;
    },

    jobHandlers: {
      async 'send-payout'({ payoutId }: { payoutId: string }): Promise<void> {
        const payout = await payouts.find(payoutId);
        if (payout?.state !== 'pending') return;
        const account = await payouts.findAccount(payout.user_id);
        if (!provider || !account)
          throw new Error(`${payoutId} cannot be sent: the payment provider or the account is missing`);
        const { amount, refusals } = payout;
        const outcome = await provider.transfer({ payoutId, refusals, accountId: account.provider_account_id, amount });
        const now = clock.now();
        if (outcome.status === 'sent')
          return payouts.update(payoutId, { state: 'paid', provider_transfer_id: outcome.transferId, done_at: now });
        if (outcome.status === 'refused')
          return payouts.update(payoutId, { state: 'failed', failure_reason: outcome.reason, done_at: now });
        await inTransaction(db, async (trx) => {
          await payouts.countRefusal(trx, payoutId);
          await jobs.enqueue(trx, 'send-payout', { payoutId }, addMilliseconds(now, AGAIN_MS));
        });
      },
    },
  };
}

/** Rejects accounts that are not active, such as professionals whose documents are not approved yet. */
function requireGoodStanding({ state }: SignedInViewer): void {
  if (state !== 'active') throw new AppError('role_required');
}

const bankOf = (account: PayoutAccountRow | undefined): ConnectAccount['bank'] =>
  account?.bank_last4 ? { name: account.bank_name ?? '', last4: account.bank_last4 } : null;

const toSale = ({ id, amount, state, created_at: createdAt }: PayoutRow): SaleHistory => ({
  id,
  type: 'payout',
  title: PAYOUT_TITLE,
  amount,
  tax: 0,
  taxRate: 0,
  fee: 0,
  state,
  receiptUrl: null,
  invoiceRegistrationNo: null,
  occurredAt: createdAt.toISOString(),
});
