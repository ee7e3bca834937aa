import type { KonbiniDetails } from '@manabiba/shared/contract/tickets';
import type Stripe from 'stripe';

/** A payment intent of the provider, reduced to what the product uses. */
export interface ProviderIntent {
  id: string;
  clientSecret: string;
  /** The payment id from its metadata; null for an intent that is not ours. */
  paymentId: string | null;
  /** The customer whose cards on file it accepts. */
  customerId: string | null;
  status: 'open' | 'action_required' | 'processing' | 'succeeded' | 'cancelled';
  amountReceived: number;
  /** Failure code of the last attempt. */
  failureCode: string | null;
  konbini: KonbiniDetails | null;
  card: { brand: string; last4: string } | null;
}

export interface ProviderRefund {
  id: string;
  /** Our refund id from its metadata. */
  refundId: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  failureReason: string | null;
}

/** A charge with the card that paid; the intent in a webhook does not include it. */
export interface ProviderCharge {
  intentId: string;
  card: { brand: string; last4: string };
}

/** A change of a subscription or one of its invoices; the details are fetched from the provider. */
export interface SubscriptionNews {
  /** The provider's id of the subscription or the invoice. */
  id: string;
  /** For a subscription: our id. For an invoice: the provider's id of its subscription. */
  subscriptionId: string | null;
  /** By the provider's clock, in whole seconds. */
  at: Date;
}

/** Content of a webhook: an object's current state, a change to look up, or something that is only stored. */
export type ProviderEvent =
  | { kind: 'intent'; intent: ProviderIntent }
  | { kind: 'charge'; charge: ProviderCharge }
  | { kind: 'refund'; refund: ProviderRefund }
  | ({ kind: 'subscription' } & SubscriptionNews)
  | ({ kind: 'invoice' } & SubscriptionNews)
  | { kind: 'other' };

const CHAINS = ['familymart', 'lawson', 'ministop', 'seicomart'] as const;

/** Interprets the payload of a stored webhook. */
export function interpretEvent(event: Stripe.Event): ProviderEvent {
  const { object } = event.data;
  if (!('object' in object)) return { kind: 'other' };
  if (object.object === 'payment_intent') return { kind: 'intent', intent: toIntent(object as Stripe.PaymentIntent) };
  if (object.object === 'charge') return toCharge(object as Stripe.Charge);
  if (object.object === 'refund') return { kind: 'refund', refund: toRefund(object as Stripe.Refund) };
  return subscriptionNews(object, new Date(event.created * 1000));
}

function subscriptionNews(object: Stripe.Event['data']['object'] & { object: string }, at: Date): ProviderEvent {
  if (object.object === 'subscription') {
    const { id, metadata } = object as Stripe.Subscription;
    return { kind: 'subscription', id, subscriptionId: metadata['subscription_id'] ?? null, at };
  }
  if (object.object === 'invoice') {
    const { id, parent } = object as Stripe.Invoice;
    const of = parent?.subscription_details?.subscription ?? null;
    return { kind: 'invoice', id, subscriptionId: of !== null && typeof of === 'object' ? of.id : of, at };
  }
  return { kind: 'other' };
}

const STATUSES: Record<Stripe.PaymentIntent.Status, ProviderIntent['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action_required',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

export function toIntent(intent: Stripe.PaymentIntent): ProviderIntent {
  const { latest_charge: charge, last_payment_error: failure } = intent;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    paymentId: intent.metadata['payment_id'] ?? null,
    customerId: typeof intent.customer === 'object' ? (intent.customer?.id ?? null) : intent.customer,
    status: STATUSES[intent.status] ?? 'open',
    amountReceived: intent.amount_received,
    failureCode: failure ? (failure.decline_code ?? failure.code ?? failure.type) : null,
    konbini: toKonbini(intent.next_action?.konbini_display_details),
    card: charge && typeof charge === 'object' ? cardOf(charge) : null,
  };
}

function cardOf({ payment_method_details: details }: Stripe.Charge): ProviderIntent['card'] {
  const card = details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

function toCharge(charge: Stripe.Charge): ProviderEvent {
  const { payment_intent: intent } = charge;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  const card = charge.status === 'succeeded' ? cardOf(charge) : null;
  return intentId && card ? { kind: 'charge', charge: { intentId, card } } : { kind: 'other' };
}

function toKonbini(details: Stripe.PaymentIntent.NextAction.KonbiniDisplayDetails | undefined): KonbiniDetails | null {
  if (!details) return null;
  return {
    expiresAt: new Date(details.expires_at * 1000).toISOString(),
    stores: CHAINS.flatMap((chain) => {
      const store = details.stores[chain];
      return store?.payment_code
        ? [{ chain, paymentCode: store.payment_code, confirmationNumber: store.confirmation_number ?? null }]
        : [];
    }),
  };
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  const isFailed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    refundId: refund.metadata?.['refund_id'] ?? null,
    status: isFailed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    failureReason: refund.failure_reason ?? null,
  };
}
