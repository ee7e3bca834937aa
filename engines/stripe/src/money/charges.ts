import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { type Decline } from '../customers/test-cards';
import { emit } from '../events/emit';
import { pagePaths } from '../pages/paths';
import { CURRENCY } from '../params/shared-rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { enter } from './balance-transactions';

type Charge = Kinds['charge'];
type Intent = Kinds['payment_intent'];
type PaymentMethod = Kinds['payment_method'];

/** Seven days: how long a bank holds an amount on a card. */
const AUTHORIZED_SECONDS = 7 * secondsInDay;

interface Attempt {
  readonly intent: Intent;
  readonly method: PaymentMethod;
  readonly decline?: Decline;
  readonly isAuthenticated?: boolean;
}

/** Records an attempt to charge a payment method: declined, authorized for a later capture, or captured. */
export async function createCharge(work: Work, attempt: Attempt): Promise<Charge> {
  const { intent, method, decline } = attempt;
  const isCaptured = !decline && intent.capture_method !== 'manual';
  const charge = work.save<'charge'>({
    ...describedBy(intent),
    id: newId(method.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'ENGINE',
    captured: false,
    created: work.now,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_method: method.id,
    payment_method_details: detailsOf(work, attempt, isCaptured),
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    source: null,
    source_transfer: null,
    status: decline ? 'failed' : 'succeeded',
    _clock: intent._clock,
  });
  if (decline) {
    await emit(work, 'charge.failed', charge);
    return charge;
  }
  charge.receipt_url = `${work.settings.publicUrl()}${pagePaths.receipt(charge.id)}`;
  if (isCaptured) await take(work, charge, charge.amount);
  work.save(charge);
  await emit(work, 'charge.succeeded', charge);
  return charge;
}

/** Captures an authorized amount or a part of it; the rest is released. */
export async function captureCharge(work: Work, charge: Charge, amount: number): Promise<void> {
  await take(work, charge, amount);
  if (amount < charge.amount) charge.amount_refunded = charge.amount - amount;
  work.save(charge);
  await emit(work, 'charge.captured', charge);
}

/** Releases an authorized amount. No money has moved, so the balance does not change. */
export async function releaseCharge(work: Work, charge: Charge): Promise<void> {
  Object.assign(charge, { amount_refunded: charge.amount, refunded: true });
  work.save(charge);
  await emit(work, 'charge.refunded', charge);
}

async function take(work: Work, charge: Charge, amount: number): Promise<void> {
  const { settings } = work;
  const type = charge.payment_method_details?.type ?? 'card';
  const entry = enter(work, {
    type: type === 'card' ? 'charge' : 'payment',
    amount,
    fees: [
      { amount: Math.round(amount * (settings.fees[type] ?? 0)), type: 'stripe_fee' },
      // For a direct charge the platform's fee is deducted here; for a destination charge, in the other account.
      { amount: work.account === '' ? 0 : (charge.application_fee_amount ?? 0), type: 'application_fee' },
    ],
    source: charge.id,
    description: charge.description,
    availableOn: work.now + settings.availableAfterSeconds,
  });
  Object.assign(charge, { captured: true, amount_captured: amount, balance_transaction: entry.id });
  work.save(charge);
  await settings.hooks.chargeCaptured(work, charge);
}

function describedBy(intent: Intent) {
  return {
    amount: intent.amount,
    application_fee_amount: intent.application_fee_amount,
    currency: CURRENCY,
    customer: idOf(intent.customer),
    description: intent.description,
    metadata: intent.metadata,
    on_behalf_of: idOf(intent.on_behalf_of),
    payment_intent: intent.id,
    receipt_email: intent.receipt_email,
    shipping: intent.shipping as Stripe.Charge['shipping'],
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_data: (intent.transfer_data ?? null) as Stripe.Charge['transfer_data'],
    transfer_group: intent.transfer_group ?? (intent.transfer_data ? `group_${intent.id}` : null),
  };
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function detailsOf(
  work: Work,
  { intent, method, isAuthenticated = false }: Attempt,
  isCaptured: boolean,
): Stripe.Charge.PaymentMethodDetails {
  const { card, type } = method;
  if (type === 'konbini') return { type, konbini: { store: { chain: 'lawson' } } };
  if (type === 'paypay' || !card) return { type, paypay: {} };
  return {
    type,
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      ...(isCaptured ? {} : { capture_before: work.now + AUTHORIZED_SECONDS }),
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status as Stripe.Charge.PaymentMethodDetails.Card['regulated_status'],
      three_d_secure: isAuthenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
