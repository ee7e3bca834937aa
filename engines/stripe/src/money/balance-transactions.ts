import type { Stripe } from 'stripe';

import { CURRENCY } from '../params/shared-rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

interface Entry {
  readonly type: Stripe.BalanceTransaction['type'];
  /** Incoming yen; negative for outgoing money. */
  readonly amount: number;
  /** The fees: Stripe's and the platform's. */
  readonly fees?: readonly { amount: number; type: 'application_fee' | 'stripe_fee' }[];
  readonly source: string;
  readonly description?: string | null;
  /** Default: immediately. */
  readonly availableOn?: number;
}

const CATEGORIES: Readonly<Record<string, string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  application_fee: 'connect_collection_transfer',
  transfer_refund: 'transfer_reversal',
  payout_failure: 'payout_reversal',
};

/** Records a change of an account's balance. The balance is the sum of these entries. */
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
    // Becomes available automatically.
    _dueAt: availableOn <= work.now ? null : availableOn,
  });
}
