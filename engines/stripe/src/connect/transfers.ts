import type { Stripe } from 'stripe';

import { emit } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { enter } from '../money/balance-transactions';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { listAnswer } from '../work/lists';
import { idOf, type Work } from '../work/work';
import { checkDestination } from './accounts';
import { takeFromBalance } from './balance';
import { destinationPayment, refundDestination } from './destination-payment';

type Transfer = Kinds['transfer'];
type Charge = Kinds['charge'];

interface Sending {
  readonly amount: number;
  readonly destination: string;
  readonly charge?: Charge;
  /** The application fee that the platform takes from it. */
  readonly applicationFee?: number;
  readonly group: string | null;
  readonly description?: string | null;
  readonly metadata?: Stripe.Metadata;
}

/**
 * Transfers money of the platform to a connected account: from the available balance, or from the funds of a charge.
 */
export async function createTransfer(work: Work, params: Stripe.TransferCreateParams): Promise<Transfer> {
  if (work.account !== '') throw invalid('Transfers are made by the platform.', 'transfers_not_allowed');
  await checkDestination(work, params.destination, 'destination');
  const charge = params.source_transaction
    ? await sourceCharge(work, params.source_transaction, params.amount)
    : undefined;
  const amount = params.amount ?? charge?.amount_captured;
  if (amount === undefined) throw invalid('Missing required param: amount.', 'parameter_missing', 'amount');
  if (!charge) await takeFromBalance(work, amount);
  return send(work, {
    amount,
    destination: params.destination,
    charge,
    group: params.transfer_group ?? charge?.transfer_group ?? (charge ? `group_${charge.id}` : null),
    description: params.description,
    metadata: mergedMetadata(null, params.metadata),
  });
}

/** After a destination charge has been captured, transfers its funds. */
export async function sendOn(work: Work, charge: Charge): Promise<void> {
  const data = charge.transfer_data;
  const destination = idOf(data?.destination);
  if (!data || destination === null) return;
  const transfer = await send(work, {
    amount: data.amount ?? charge.amount_captured,
    destination,
    charge,
    applicationFee: charge.application_fee_amount ?? 0,
    group: charge.transfer_group,
  });
  charge.transfer = transfer.id;
  work.save(charge);
}

async function send(work: Work, sending: Sending): Promise<Transfer> {
  const { amount, destination, charge } = sending;
  const id = newId('tr');
  const source = charge && (await work.get('balance_transaction', idOf(charge.balance_transaction) ?? ''));
  // Funds of a charge are transferred when they become available.
  const availableOn = source?.available_on;
  const entry = enter(work, {
    type: 'transfer',
    amount: -amount,
    source: id,
    description: sending.description,
    availableOn,
  });
  const payment = await destinationPayment(work.in(destination), { ...sending, transferId: id, availableOn });
  const transfer = work.save<'transfer'>({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: entry.id,
    created: work.now,
    currency: CURRENCY,
    description: sending.description ?? null,
    destination,
    destination_payment: payment.id,
    livemode: false,
    metadata: sending.metadata ?? {},
    reversals: listAnswer(`/v1/transfers/${id}/reversals`, []) as unknown as Transfer['reversals'],
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group: sending.group,
  });
  await emit(work, 'transfer.created', transfer);
  return transfer;
}

/** Reverses a transfer fully or partially. */
export async function reverseTransfer(
  work: Work,
  transfer: Transfer,
  { amount = transfer.amount - transfer.amount_reversed, metadata }: Stripe.TransferCreateReversalParams,
  sourceRefund: string | null = null,
): Promise<Kinds['transfer_reversal']> {
  const left = transfer.amount - transfer.amount_reversed;
  if (amount > left || left === 0)
    throw invalid(`Transfer ${transfer.id} has only ¥${left} that can be reversed.`, undefined, 'amount');
  const account = work.in(idOf(transfer.destination) ?? '');
  // A refund succeeds even when the account has spent the money; its balance then turns negative.
  if (sourceRefund === null) await takeFromBalance(account, amount);
  const reversal: Kinds['transfer_reversal'] = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created: work.now,
    currency: CURRENCY,
    destination_payment_refund: null,
    metadata: mergedMetadata(null, metadata),
    source_refund: sourceRefund,
    transfer: transfer.id,
  };
  reversal.balance_transaction = enter(work, { type: 'transfer_refund', amount, source: reversal.id }).id;
  const payment = await account.get('charge', idOf(transfer.destination_payment) ?? '');
  reversal.destination_payment_refund = refundDestination(account, payment, reversal).id;
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data = [reversal, ...transfer.reversals.data].slice(0, 10);
  transfer.reversals.has_more = transfer.reversals.has_more || transfer.reversals.data.length === 10;
  work.save(reversal);
  work.save(transfer);
  await emit(work, 'transfer.reversed', transfer);
  return reversal;
}

/** Returns the source charge of a transfer. Throws 400 when all its funds have been transferred. */
async function sourceCharge(work: Work, id: string, amount: number | undefined): Promise<Charge> {
  const charge = await work.get('charge', id, 'source_transaction');
  if (!charge.captured)
    throw invalid('The source_transaction has not been captured.', 'charge_invalid_parameter', 'source_transaction');
  const sent = await work.list({ kind: 'transfer', keys: [`source_transaction:${id}`] });
  const left = charge.amount_captured - sent.reduce((sum, each) => sum + each.amount - each.amount_reversed, 0);
  if ((amount ?? charge.amount_captured) > left)
    throw invalid(
      `The requested transfer is greater than the amount of the source_transaction that is left (¥${left}).`,
      'charge_exceeds_source_limit',
      'amount',
    );
  return charge;
}
