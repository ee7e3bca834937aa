import type { Stripe } from 'stripe';

import { CURRENCY } from '../params/shared-rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

interface Entry {
  readonly type: Stripe.BalanceTransaction['type'];
  /** Yen that come in; what goes out is negative. */
  readonly amount: number;
  /** What is kept of it: by Stripe, and by the platform. */
  readonly fees?: readonly { amount: number; type: 'application_fee' | 'stripe_fee' }[];
  readonly source: string;
  readonly description?: string | null;
  /** Default: at once. */
  readonly availableOn?: number;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  application_fee: 'connect_collection_transfer',
  transfer_refund: 'transfer_reversal',
  payout_failure: 'payout_reversal',
};

/** Writes a change of an account's balance. Every change of a balance is one of these: the balance is their sum. */
export function enter(work: Work, entry: Entry): Kinds['balance_transaction'] {
  const { type, amount, fees = [], source, description = null, availableOn = work.now } = entry;
  const fee = fees.reduce((sum, each) => sum + each.amount, 0);
  return work.save<'balance_transaction'>({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: work.now,
    currency: CURRENCY,
    description,
    exchange_rate: null,
    fee,
    fee_details: fees
      .filter((each) => each.amount !== 0)
      .map((each) => ({
        ...each,
        application: null,
        currency: CURRENCY,
        description: each.type === 'stripe_fee' ? 'Stripe processing fees' : 'Application fee',
      })),
    net: amount - fee,
    reporting_category: CATEGORIES[type] ?? type,
    source,
    status: availableOn <= work.now ? 'available' : 'pending',
    type,
    // Becomes available by itself.
    _dueAt: availableOn <= work.now ? null : availableOn,
  });
}
