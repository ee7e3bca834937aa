import type Stripe from 'stripe';

import type { PaymentsEnv } from '../../payments-env';
import { askStripe, createStripeClient, isRefused, StripeRefusal } from '../../platform/stripe/stripe-client';

/** An organizer's account at the provider. */
export interface ProviderAccount {
  id: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  requirements: string[];
  /** Where the provider pays out to; null before it is entered. */
  bank: { name: string; last4: string } | null;
}

/** Outcome of a transfer. `short`: the provider's balance is not available yet. */
export type TransferOutcome =
  | { status: 'sent'; transferId: string }
  | { status: 'short' }
  | { status: 'refused'; reason: string };

interface NewTransfer {
  payoutId: string;
  /** Refusals so far, part of the idempotency key: the provider repeats its answer to a known key. */
  refusals: number;
  accountId: string;
  amount: number;
}

export type PayoutProvider = ReturnType<typeof createPayoutProvider>;

/** Stripe Connect through the official SDK: organizers' accounts and transfers to them. */
export function createPayoutProvider(env: PaymentsEnv) {
  const stripe = createStripeClient(env);

  return {
    /** Creates an account. Repeating it for the same user within a day returns the same account. */
    async createAccount({ userId, email }: { userId: string; email: string | null }): Promise<ProviderAccount> {
      const params: Stripe.AccountCreateParams = {
        type: 'express',
        country: 'JP',
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        metadata: { user_id: userId },
        ...(email !== null && { email }),
      };
      return toAccount(await askStripe(stripe.accounts.create(params, { idempotencyKey: `account-${userId}` })));
    },

    /** Returns the current state of an account; null when it was deleted or is not ours. */
    async findAccount(id: string): Promise<ProviderAccount | null> {
      try {
        const account = await askStripe(stripe.accounts.retrieve(id));
        return 'deleted' in account ? null : toAccount(account);
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },

    /** Creates a link to the onboarding page, where the provider collects identity and bank account. */
    async createLink(
      accountId: string,
      { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
    ): Promise<{ url: string; expiresAt: Date }> {
      const { url, expires_at: expiresAt } = await askStripe(
        stripe.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      );
      return { url, expiresAt: new Date(expiresAt * 1000) };
    },

    /** Transfers money at most once per payout, however often and however late it is repeated. */
    async transfer(transfer: NewTransfer): Promise<TransferOutcome> {
      try {
        const { id } = (await findSent(stripe, transfer.payoutId)) ?? (await send(stripe, transfer));
        return { status: 'sent', transferId: id };
      } catch (error) {
        if (!(error instanceof StripeRefusal) || !isFinal(error)) throw error;
        const code = codeOf(error);
        return code === 'balance_insufficient' ? { status: 'short' } : { status: 'refused', reason: code };
      }
    },
  };
}

/** Finds the transfer of an earlier attempt, even after the provider's idempotency key has expired. */
async function findSent(stripe: Stripe, payoutId: string): Promise<Stripe.Transfer | undefined> {
  const { data } = await askStripe(stripe.transfers.list({ transfer_group: payoutId, limit: 1 }));
  return data[0];
}

async function send(stripe: Stripe, { payoutId, refusals, accountId, amount }: NewTransfer): Promise<Stripe.Transfer> {
  return askStripe(
    stripe.transfers.create(
      { amount, currency: 'jpy', destination: accountId, transfer_group: payoutId, metadata: { payout_id: payoutId } },
      { idempotencyKey: `payout-${payoutId}-${refusals}` },
    ),
  );
}

/** Whether repeating the transfer cannot succeed. A reused key or a wrong one of ours says nothing about the transfer. */
const isFinal = ({ reason }: StripeRefusal): boolean => reason === 'declined' || reason === 'invalid';

const codeOf = ({ cause, reason }: StripeRefusal): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : reason;

const toAccount = (account: Stripe.Account): ProviderAccount => ({
  id: account.id,
  chargesEnabled: account.charges_enabled,
  payoutsEnabled: account.payouts_enabled,
  requirements: account.requirements?.currently_due ?? [],
  bank: bankOf(account),
});

function bankOf({ external_accounts: destinations }: Stripe.Account): ProviderAccount['bank'] {
  const banks = (destinations?.data ?? []).filter((destination) => destination.object === 'bank_account');
  const bank = banks.find(({ default_for_currency: isDefault }) => isDefault) ?? banks[0];
  return bank ? { name: bank.bank_name ?? '', last4: bank.last4 } : null;
}
