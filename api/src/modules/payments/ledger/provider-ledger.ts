import type Stripe from 'stripe';

import { askStripe } from '../../../platform/stripe/stripe-client';

/** A movement of money, in whole yen. */
export interface LedgerEntry {
  /** The provider's id. */
  id: string;
  amount: number;
  /** Our id, where known. */
  ownId: string | null;
}

/** All movements of money on one side: the provider or the books. */
export interface LedgerEntries {
  /** Payments of tickets and plans, by payment intent. */
  paid: LedgerEntry[];
  /** Payments of plans again, by invoice. */
  invoices: LedgerEntry[];
  refunded: LedgerEntry[];
  transferred: LedgerEntry[];
}

const PAGE = { limit: 100 };

async function collect<T>(list: AsyncIterable<T>, entryOf: (each: T) => LedgerEntry | null): Promise<LedgerEntry[]> {
  const walk = async () => {
    const entries: LedgerEntry[] = [];
    for await (const each of list) {
      const entry = entryOf(each);
      if (entry && entry.amount !== 0) entries.push(entry);
    }
    return entries;
  };
  return askStripe(walk());
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** Reads all payments, refunds and transfers from the provider, page by page. */
export async function readProviderLedger(stripe: Stripe): Promise<LedgerEntries> {
  return {
    paid: await collect(stripe.charges.list(PAGE), ({ id, status, amount_captured: amount, payment_intent: intent }) =>
      status === 'succeeded' ? { id: idOf(intent) ?? id, amount, ownId: null } : null,
    ),
    invoices: await collect(stripe.invoices.list({ ...PAGE, status: 'paid' }), ({ id, amount_paid: amount }) => ({
      id,
      amount,
      ownId: null,
    })),
    refunded: await collect(stripe.refunds.list(PAGE), ({ id, status, amount, metadata }) =>
      status === 'succeeded' ? { id, amount, ownId: metadata?.['refund_id'] ?? null } : null,
    ),
    transferred: await collect(stripe.transfers.list(PAGE), ({ id, amount, amount_reversed: reversed, metadata }) => ({
      id,
      amount: amount - reversed,
      ownId: metadata['payout_id'] ?? null,
    })),
  };
}
