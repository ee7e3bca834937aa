import type Stripe from 'stripe';

import type { Card, ProviderInvoice, ProviderSubscription } from './provider-subscription';

/** Fields to expand on an invoice: its confirmation secret and its payments. */
export const INVOICE_PARTS = ['confirmation_secret', 'payments'];
/** The same for a subscription: its latest invoice and the setup of its card. */
export const SUBSCRIPTION_PARTS = [
  'latest_invoice',
  ...INVOICE_PARTS.map((part) => `latest_invoice.${part}`),
  'pending_setup_intent',
];

/** Returns the id of an object that is either expanded or given as an id. */
export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

const timeOf = (seconds: number) => new Date(seconds * 1000);
const optionalTimeOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : timeOf(seconds);

export function toCard({ id, customer, card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = card;
  return { id, customerId: idOf(customer), brand, last4, expMonth, expYear, fingerprint: fingerprint ?? null };
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const clientSecret = invoice.confirmation_secret?.client_secret ?? null;
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find(({ is_default: isDefault }) => isDefault) ?? payments[0];
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: (invoice.status ?? 'draft') as ProviderInvoice['status'],
    amountDue: invoice.amount_remaining,
    amountPaid: invoice.amount_paid,
    attemptCount: invoice.attempt_count,
    nextAttemptAt: optionalTimeOf(invoice.next_payment_attempt),
    finalizedAt: optionalTimeOf(invoice.status_transitions.finalized_at),
    paidAt: optionalTimeOf(invoice.status_transitions.paid_at),
    createdAt: timeOf(invoice.created),
    intentId: idOf(payment?.payment.payment_intent) ?? clientSecret?.split('_secret_')[0] ?? null,
    clientSecret,
  };
}

const STATUSES: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
};

const SETUP_STEPS: Record<string, ProviderSubscription['step']> = {
  requires_action: 'action_required',
  requires_confirmation: 'action_required',
  requires_payment_method: 'declined',
  processing: 'processing',
};

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} is a subscription without items`);
  const setupIntent = setup !== null && typeof setup === 'object' ? setup : null;
  return {
    id: subscription.id,
    subscriptionId: subscription.metadata['subscription_id'] ?? null,
    status: STATUSES[subscription.status] ?? 'past_due',
    itemId: item.id,
    priceId: item.price.id,
    startedAt: timeOf(subscription.start_date),
    trialEndsAt: optionalTimeOf(subscription.trial_end),
    currentPeriodEnd: timeOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: optionalTimeOf(subscription.ended_at),
    isEndedUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
    invoice: invoice !== null && typeof invoice === 'object' ? toInvoice(invoice) : null,
    step: setupIntent ? (SETUP_STEPS[setupIntent.status] ?? null) : null,
    setupSecret: setupIntent?.client_secret ?? null,
  };
}
