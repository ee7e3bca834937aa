import type { Stripe } from 'stripe';

import { enter } from '../money/balance-transactions';
import { CURRENCY } from '../params/shared-rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

type Charge = Kinds['charge'];

interface Arrival {
  readonly amount: number;
  readonly transferId: string;
  readonly charge?: Charge;
  readonly applicationFee?: number;
  readonly availableOn?: number;
  readonly group: string | null;
}

/** Creates the payment that a transfer causes in a connected account, with the platform's application fee. */
export async function destinationPayment(account: Work, arrival: Arrival): Promise<Charge> {
  const { amount, applicationFee = 0, availableOn, transferId } = arrival;
  const id = newId('py');
  const entry = enter(account, {
    type: 'payment',
    amount,
    fees: applicationFee > 0 ? [{ amount: applicationFee, type: 'application_fee' }] : [],
    source: id,
    availableOn,
  });
  const fee =
    applicationFee > 0 ? await applicationFeeOf(account, { id, amount: applicationFee, availableOn, arrival }) : null;
  return account.save<'charge'>({
    ...EMPTY,
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    application_fee: fee,
    application_fee_amount: applicationFee > 0 ? applicationFee : null,
    balance_transaction: entry.id,
    created: account.now,
    source_transfer: transferId,
    transfer_group: arrival.group,
  });
}

/** Refunds the payment in the connected account when its transfer is reversed. */
export function refundDestination(
  account: Work,
  payment: Charge,
  { id: reversalId, amount }: { id: string; amount: number },
): Kinds['refund'] {
  payment.amount_refunded += amount;
  payment.refunded = payment.amount_refunded === payment.amount;
  account.save(payment);
  const id = newId('pyr');
  return account.save<'refund'>({
    id,
    object: 'refund',
    amount,
    balance_transaction: enter(account, { type: 'payment_refund', amount: -amount, source: id }).id,
    charge: payment.id,
    created: account.now,
    currency: CURRENCY,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: reversalId,
    status: 'succeeded',
    transfer_reversal: null,
  });
}

/** Records an application fee of the platform, as an object and in its balance. */
export async function applicationFeeOf(
  account: Work,
  { id, amount, availableOn, arrival }: { id: string; amount: number; availableOn?: number; arrival?: Arrival },
): Promise<string> {
  const platform = account.in('');
  const feeId = newId('fee');
  const entry = enter(platform, { type: 'application_fee', amount, source: feeId, availableOn });
  platform.save<'application_fee'>({
    id: feeId,
    object: 'application_fee',
    account: account.account,
    amount,
    amount_refunded: 0,
    application: 'ca_engine',
    balance_transaction: entry.id,
    charge: id,
    created: account.now,
    currency: CURRENCY,
    fee_source: { charge: id, type: 'charge' },
    livemode: false,
    originating_transaction: arrival?.charge?.id ?? null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${feeId}/refunds` },
  });
  return feeId;
}

/** Refunds a part of the application fee to the connected account. */
export function refundApplicationFee(account: Work, fee: Kinds['application_fee'], amount: number): void {
  const platform = account.in('');
  const given = Math.min(amount, fee.amount - fee.amount_refunded);
  if (given <= 0) return;
  enter(platform, { type: 'application_fee_refund', amount: -given, source: fee.id });
  enter(account, { type: 'application_fee_refund', amount: given, source: fee.id });
  fee.amount_refunded += given;
  fee.refunded = fee.amount_refunded === fee.amount;
  platform.save(fee);
}

/** The default values of a payment. */
const EMPTY = {
  amount_refunded: 0,
  application: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  currency: CURRENCY,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: null,
  payment_method: null,
  payment_method_details: { type: 'stripe_account', stripe_account: {} } as Stripe.Charge.PaymentMethodDetails,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
} satisfies Partial<Charge>;
