import type Stripe from 'stripe';

import type { LedgerRepository } from './ledger.repository';
import { type LedgerEntries, type LedgerEntry, readProviderLedger } from './provider-ledger';

type Account = keyof LedgerEntries;

/** A movement of money on which provider and books disagree; an amount is null where that side has no record. */
export interface LedgerDifference {
  account: Account | 'refunded of a payment';
  /** The provider's id, or our payment id for `refunded of a payment`. */
  id: string;
  ownId: string | null;
  provider: number | null;
  books: number | null;
}

export interface Ledger {
  /** Totals in yen. */
  sums: Record<Account, { provider: number; books: number }>;
  differences: LedgerDifference[];
}

const ACCOUNTS: readonly Account[] = ['paid', 'invoices', 'refunded', 'transferred'];

/**
 * Compares each payment, refund and transfer at the provider with the sale histories. Something that happened at the
 * provider and whose webhook has not arrived yet is a difference.
 */
export async function compareLedger(ledger: LedgerRepository, stripe: Stripe): Promise<Ledger> {
  const books = await ledger.settledSales();
  const provider = await readProviderLedger(stripe);
  const mismatches = await ledger.refundMismatches();
  const sums = (account: Account) => ({ provider: sumOf(provider[account]), books: sumOf(books[account]) });
  return {
    sums: {
      paid: sums('paid'),
      invoices: sums('invoices'),
      refunded: sums('refunded'),
      transferred: sums('transferred'),
    },
    differences: [
      ...ACCOUNTS.flatMap((account) => differencesOf(account, provider[account], books[account])),
      ...mismatches.map(({ id, refunded, refunds }) => ({
        account: 'refunded of a payment' as const,
        id,
        ownId: id,
        provider: refunds,
        books: refunded,
      })),
    ],
  };
}

const sumOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0);

/** Sums the entries that share an id, so that a double booking shows as a difference. */
function byId(entries: readonly LedgerEntry[]): Map<string, LedgerEntry> {
  const found = new Map<string, LedgerEntry>();
  for (const { id, amount, ownId } of entries)
    found.set(id, { id, amount: amount + (found.get(id)?.amount ?? 0), ownId: found.get(id)?.ownId ?? ownId });
  return found;
}

function differencesOf(
  account: Account,
  provider: readonly LedgerEntry[],
  books: readonly LedgerEntry[],
): LedgerDifference[] {
  const [there, here] = [byId(provider), byId(books)];
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((id) => {
    const [theirs, ours] = [there.get(id), here.get(id)];
    if (theirs?.amount === ours?.amount) return [];
    return [
      {
        account,
        id,
        ownId: ours?.ownId ?? theirs?.ownId ?? null,
        provider: theirs?.amount ?? null,
        books: ours?.amount ?? null,
      },
    ];
  });
}
