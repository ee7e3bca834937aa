import type { PaymentMethod } from '@manabiba/shared/contract/tickets';
import { getUnixTime } from 'date-fns';
import type Stripe from 'stripe';

import type { PaymentsEnv } from '../../payments-env';
import { askStripe, createStripeClient, isKeyReused, isRefused, walkStripe } from '../../platform/stripe/stripe-client';
import { type ProviderIntent, type ProviderRefund, toIntent, toRefund } from './provider-objects';

interface NewIntent {
  paymentId: string;
  amount: number;
  method: PaymentMethod;
  description: string;
  email: string | null;
  /** The customer whose card on file may be used. */
  customerId: string | null;
  /** Customer details for the konbini payment slip. */
  name: string;
  /** Deadline for a konbini payment. */
  expiresAt: Date;
}

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

/** Longest description that fits on the konbini slip. */
const MAX_SLIP_LENGTH = 22;

/** Builds the parameters of a new intent. */
const intentParams = (given: NewIntent): Stripe.PaymentIntentCreateParams => ({
  amount: given.amount,
  currency: 'jpy',
  allowed_payment_method_types: [given.method],
  description: given.description,
  metadata: { payment_id: given.paymentId },
  ...(given.customerId !== null && { customer: given.customerId }),
  ...(given.email && { receipt_email: given.email }),
  ...(given.method === 'konbini' && konbiniParams(given)),
});

/**
 * Stripe through its official SDK, or a compatible server at a configured address. Every mutating call carries an
 * idempotency key derived from our own id, so that repeating it changes nothing.
 */
export function createPaymentProvider(env: PaymentsEnv) {
  const stripe = createStripeClient(env);

  return {
    publishableKey: env.publishableKey,
    scriptUrl: env.scriptUrl,

    /**
     * Creates an intent. A konbini intent is confirmed at once, so that its payment numbers are known. Returns null when
     * an earlier request for this payment, whose answer was lost, had other parameters.
     */
    async createIntent(given: NewIntent): Promise<ProviderIntent | null> {
      const idempotencyKey = ['intent', given.paymentId, given.customerId].filter((part) => part !== null).join('-');
      try {
        return toIntent(await askStripe(stripe.paymentIntents.create(intentParams(given), { idempotencyKey })));
      } catch (error) {
        if (isKeyReused(error)) return null;
        throw error;
      }
    },

    retrieveIntent: async (id: string): Promise<ProviderIntent> =>
      toIntent(await askStripe(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),

    /** Cancels an intent. Returns one that can no longer be cancelled in its current state. */
    async cancelIntent(id: string): Promise<ProviderIntent> {
      try {
        return toIntent(await askStripe(stripe.paymentIntents.cancel(id)));
      } catch (error) {
        if (isRefused(error)) return this.retrieveIntent(id);
        throw error;
      }
    },

    async refund(refundId: string, intentId: string, amount: number): Promise<ProviderRefund> {
      return toRefund(
        await askStripe(
          stripe.refunds.create(
            { payment_intent: intentId, amount, metadata: { refund_id: refundId } },
            { idempotencyKey: `refund-${refundId}` },
          ),
        ),
      );
    },

    retrieveRefund: async (id: string): Promise<ProviderRefund> =>
      toRefund(await askStripe(stripe.refunds.retrieve(id))),

    /** Lists all intents created in this time range that were paid, with their charges. */
    async *listPaidIntents({ from, to }: { from: Date; to: Date }): AsyncGenerator<ProviderIntent> {
      const created = { gte: getUnixTime(from), lt: getUnixTime(to) };
      for await (const intent of walkStripe(stripe.paymentIntents.list({ created, limit: 100 }))) {
        if (intent.status === 'succeeded') yield toIntent(intent);
      }
    },

    /**
     * Parses a webhook's body and verifies the provider's signature and its age. Returns null when it is forged, too
     * old or unreadable.
     */
    readEvent(body: Buffer, signature: string): { id: string; type: string; payload: Stripe.Event } | null {
      try {
        const payload = stripe.webhooks.constructEvent(body, signature, env.webhookSecret);
        return { id: payload.id, type: payload.type, payload };
      } catch {
        return null;
      }
    },
  };
}

const konbiniParams = ({
  description,
  email,
  name,
  expiresAt,
}: NewIntent): Partial<Stripe.PaymentIntentCreateParams> => ({
  confirm: true,
  payment_method_data: { type: 'konbini', billing_details: { name, ...(email && { email }) } },
  payment_method_options: {
    konbini: {
      expires_at: getUnixTime(expiresAt),
      product_description: [...description].slice(0, MAX_SLIP_LENGTH).join(''),
    },
  },
});
