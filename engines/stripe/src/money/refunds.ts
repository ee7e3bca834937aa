import type { Stripe } from 'stripe';

import { emit, emitChange } from '../events/emit';
import { invalid, StripeError } from '../http/stripe-error';
import { MAX_AMOUNT } from '../params/rules';
import { CURRENCY } from '../params/shared-rules';
import { cleared, mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { enter } from './balance-transactions';

type Charge = Kinds['charge'];
type Refund = Kinds['refund'];

/** Payment methods without automatic refunds: the customer is first asked for a bank account. */
const DELAYED: readonly string[] = ['konbini'];

/**
 * Refunds a charge, up to the amount captured and not yet refunded. The amount leaves the balance at once; with delayed
 * methods the refund itself succeeds later.
 */
export async function createRefund(work: Work, params: Stripe.RefundCreateParams): Promise<Refund> {
  const charge = await chargeOf(work, params);
  // An uncaptured remainder counts as refunded.
  const left = charge.amount - charge.amount_refunded;
  if (!charge.captured)
    throw invalid(
      `Charge ${charge.id} has not been captured; cancel its payment intent instead.`,
      'charge_not_refundable',
    );
  if (left <= 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = Math.min(params.amount ?? left, MAX_AMOUNT);
  if (amount > left)
    throw invalid(
      `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
      undefined,
      'amount',
    );
  const type = charge.payment_method_details?.type ?? 'card';
  const isDelayed = DELAYED.includes(type);
  const refund = refundOf(work, charge, { ...params, amount }, isDelayed);
  refund.balance_transaction = enter(work, {
    type: type === 'card' ? 'refund' : 'payment_refund',
    amount: -amount,
    source: refund.id,
    description: `REFUND FOR CHARGE (${charge.description ?? charge.id})`,
  }).id;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  work.save(charge);
  if (charge.transfer) await work.settings.hooks.chargeRefunded(work, charge, refund, params);
  work.save(refund);
  await emit(work, 'refund.created', refund);
  await emit(work, 'charge.refunded', charge);
  return refund;
}

/** Completes a delayed refund. */
export async function completeRefund(work: Work, refund: Refund): Promise<void> {
  if (refund.status !== 'pending') return;
  await emitChange<Refund>(work, 'refund.updated', refund, {
    status: 'succeeded',
    pending_reason: undefined,
    _dueAt: null,
  });
  await emit(work, 'charge.refund.updated', refund);
}

/** Cancels a pending refund; the money returns to the balance. */
export async function cancelRefund(work: Work, refund: Refund): Promise<Refund> {
  if (refund.status !== 'pending')
    throw invalid(`You cannot cancel this Refund because it has a status of ${refund.status}.`, 'intent_invalid_state');
  const charge = await work.get('charge', idOf(refund.charge) ?? '');
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  work.save(charge);
  const entry = enter(work, { type: 'refund_failure', amount: refund.amount, source: refund.id });
  await emitChange<Refund>(work, 'refund.updated', refund, {
    status: 'canceled',
    pending_reason: undefined,
    failure_balance_transaction: entry.id,
    _dueAt: null,
  });
  return refund;
}

export async function updateRefund(work: Work, refund: Refund, params: Stripe.RefundUpdateParams): Promise<Refund> {
  await emitChange<Refund>(work, 'refund.updated', refund, {
    metadata: mergedMetadata(refund.metadata, params.metadata),
  });
  return refund;
}

async function chargeOf(work: Work, { charge, payment_intent: intentId }: Stripe.RefundCreateParams): Promise<Charge> {
  if (charge !== undefined && intentId !== undefined)
    throw invalid('You may only specify one of these parameters: charge, payment_intent.', 'parameters_exclusive');
  if (charge !== undefined) return work.get('charge', charge, 'charge');
  if (intentId === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  const intent = await work.get('payment_intent', intentId, 'payment_intent');
  const latest = idOf(intent.latest_charge);
  if (latest === null || intent.status !== 'succeeded')
    throw new StripeError({
      status: 400,
      code: 'charge_not_refundable',
      message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    });
  return work.get('charge', latest);
}

function refundOf(
  work: Work,
  charge: Charge,
  params: Stripe.RefundCreateParams & { amount: number },
  isDelayed: boolean,
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: params.amount,
    balance_transaction: null,
    charge: charge.id,
    created: work.now,
    currency: CURRENCY,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: { type: charge.payment_method_details?.type ?? 'card' },
    ...(params.instructions_email ? { instructions_email: params.instructions_email } : {}),
    metadata: mergedMetadata(null, params.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(isDelayed ? { pending_reason: 'processing' as const } : {}),
    reason: cleared<Stripe.Refund.Reason>(params.reason),
    receipt_number: null,
    source_transfer_reversal: null,
    status: isDelayed ? 'pending' : 'succeeded',
    transfer_reversal: null,
    _clock: charge._clock,
    _dueAt: isDelayed ? work.now + work.settings.refundDelaySeconds : null,
  };
}
