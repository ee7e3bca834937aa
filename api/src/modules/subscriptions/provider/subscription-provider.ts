import { getUnixTime } from 'date-fns';
import type Stripe from 'stripe';

import type { PaymentsEnv } from '../../../payments-env';
import {
  askStripe,
  createStripeClient,
  isDeclined,
  isRefused,
  walkStripe,
} from '../../../platform/stripe/stripe-client';
import type { Card, PlanToSell, ProviderInvoice, ProviderSubscription } from './provider-subscription';
import { idOf, INVOICE_PARTS, SUBSCRIPTION_PARTS, toCard, toInvoice, toSubscription } from './stripe-objects';

export type SubscriptionProvider = ReturnType<typeof createSubscriptionProvider>;

export interface NewSubscription {
  subscriptionId: string;
  customerId: string;
  priceId: string;
  paymentMethodId: string;
  trialDays: number;
}

/** Outcome of an immediate payment attempt. */
export type PayOutcome = 'paid' | 'declined' | 'action_required';

const CURRENCY = 'jpy';

/**
 * Subscriptions at Stripe through its official SDK. Every creating call carries an idempotency key derived from our own
 * id, so that repeating it creates nothing twice.
 */
export function createSubscriptionProvider(env: Pick<PaymentsEnv, 'secretKey' | 'apiUrl'>) {
  const stripe = createStripeClient(env);

  async function retrieve(id: string): Promise<ProviderSubscription> {
    return toSubscription(await askStripe(stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })));
  }

  return {
    retrieve,

    /** Returns the price of a plan: found by its lookup key, otherwise created. A plan's price never changes. */
    async ensurePrice({ id, name, price, interval }: PlanToSell): Promise<string> {
      const lookupKey = `${id}_${price}_${interval}`;
      const { data } = await askStripe(stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
      if (data[0]) return data[0].id;
      const product = await askStripe(
        stripe.products.create({ name, metadata: { plan_id: id } }, { idempotencyKey: `product-${lookupKey}` }),
      );
      const made = await askStripe(
        stripe.prices.create(
          {
            currency: CURRENCY,
            unit_amount: price,
            product: product.id,
            recurring: { interval },
            tax_behavior: 'inclusive',
            lookup_key: lookupKey,
          },
          { idempotencyKey: `price-${lookupKey}` },
        ),
      );
      return made.id;
    },

    async createCustomer(person: { userId: string; name: string; email: string | null }): Promise<string> {
      const { userId, name, email } = person;
      const { id } = await askStripe(
        stripe.customers.create(
          { name, ...(email && { email }), metadata: { user_id: userId } },
          { idempotencyKey: `customer-${userId}` },
        ),
      );
      return id;
    },

    /** Finds a card by id; returns null when it does not exist or is not a card. */
    async findCard(paymentMethodId: string): Promise<Card | null> {
      try {
        return toCard(await askStripe(stripe.paymentMethods.retrieve(paymentMethodId)));
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },

    /** Makes a card the customer's default. `refused`: it belongs to another customer. */
    async useCard(customerId: string, { id, customerId: owner }: Card): Promise<'used' | 'declined' | 'refused'> {
      if (owner !== null && owner !== customerId) return 'refused';
      try {
        if (owner === null) await askStripe(stripe.paymentMethods.attach(id, { customer: customerId }));
        await askStripe(stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } }));
        return 'used';
      } catch (error) {
        if (isDeclined(error)) return 'declined';
        if (isRefused(error)) return 'refused';
        throw error;
      }
    },

    /** Creates a subscription. Returns null when the card was declined at once and nothing was created. */
    async createSubscription(given: NewSubscription): Promise<ProviderSubscription | null> {
      const { subscriptionId, customerId, priceId, paymentMethodId, trialDays } = given;
      try {
        const made = await askStripe(
          stripe.subscriptions.create(
            {
              customer: customerId,
              items: [{ price: priceId }],
              default_payment_method: paymentMethodId,
              payment_behavior: 'allow_incomplete',
              metadata: { subscription_id: subscriptionId },
              ...(trialDays > 0 && { trial_period_days: trialDays }),
              expand: SUBSCRIPTION_PARTS,
            },
            { idempotencyKey: `subscription-${subscriptionId}` },
          ),
        );
        return toSubscription(made);
      } catch (error) {
        if (isDeclined(error)) return null;
        throw error;
      }
    },

    /** Finds what was created for our subscription when the answer was lost. */
    async findSubscription(customerId: string, subscriptionId: string): Promise<ProviderSubscription | null> {
      for await (const found of walkStripe(
        stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
      ))
        if (found.metadata['subscription_id'] === subscriptionId) return retrieve(found.id);
      return null;
    },

    /** Applies the given changes. A new price takes effect with the next period, without proration. */
    async change(
      subscription: ProviderSubscription,
      changes: { priceId?: string; keepsPeriod?: boolean; cancelAtPeriodEnd?: boolean; paymentMethodId?: string },
    ): Promise<void> {
      const { priceId, keepsPeriod, cancelAtPeriodEnd, paymentMethodId } = changes;
      await askStripe(
        stripe.subscriptions.update(subscription.id, {
          ...(priceId && { items: [{ id: subscription.itemId, price: priceId }], proration_behavior: 'none' as const }),
          // A period of another length would start and be charged at once, so the paid period is kept as a trial.
          ...(keepsPeriod && { trial_end: getUnixTime(subscription.currentPeriodEnd) }),
          ...(cancelAtPeriodEnd !== undefined && { cancel_at_period_end: cancelAtPeriodEnd }),
          ...(paymentMethodId && { default_payment_method: paymentMethodId }),
        }),
      );
    },

    /** Cancels a subscription at once. Does nothing when it has ended. */
    async cancelNow(id: string): Promise<void> {
      try {
        await askStripe(stripe.subscriptions.cancel(id));
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    },

    /** Tries to pay an open invoice with this card. `attempt` distinguishes retries. */
    async payInvoice(invoice: ProviderInvoice, paymentMethodId: string | null, attempt: string): Promise<PayOutcome> {
      try {
        const paid = await askStripe(
          stripe.invoices.pay(
            invoice.id,
            // The user is present, so 3-D Secure is possible.
            { off_session: false, ...(paymentMethodId && { payment_method: paymentMethodId }) },
            { idempotencyKey: `pay-${invoice.id}-${attempt}` },
          ),
        );
        return paid.status === 'paid' ? 'paid' : 'declined';
      } catch (error) {
        // After a decline it may have been paid meanwhile or require authentication: the invoice has the state.
        if (!isDeclined(error) && !isRefused(error)) throw error;
        const { status, step } = await this.retrieveInvoice(invoice.id);
        if (status === 'paid') return 'paid';
        if (step === 'action_required') return 'action_required';
        if (isDeclined(error)) return 'declined';
        throw error;
      }
    },

    async retrieveInvoice(id: string): Promise<ProviderInvoice & { step: ProviderSubscription['step'] }> {
      const invoice = toInvoice(await askStripe(stripe.invoices.retrieve(id, { expand: INVOICE_PARTS })));
      return { ...invoice, step: await this.stepOf(invoice) };
    },

    /** Returns the pending step of an invoice's payment. */
    async stepOf({ status, intentId }: ProviderInvoice): Promise<ProviderSubscription['step']> {
      if (status !== 'open' || intentId === null) return null;
      const intent = await askStripe(stripe.paymentIntents.retrieve(intentId));
      if (intent.status === 'requires_action' || intent.status === 'requires_confirmation') return 'action_required';
      return intent.status === 'requires_payment_method' ? 'declined' : 'processing';
    },

    /** Returns the times of an invoice's payment attempts, oldest first. */
    async attemptsOf(intentId: string): Promise<Date[]> {
      const charges = await askStripe(stripe.charges.list({ payment_intent: intentId, limit: 100 }));
      return charges.data.map(({ created }) => new Date(created * 1000)).reverse();
    },

    /** Closes an open invoice so that it is not retried. */
    async giveUpInvoice(id: string, how: 'void' | 'uncollectible'): Promise<ProviderInvoice> {
      const call = how === 'void' ? stripe.invoices.voidInvoice(id) : stripe.invoices.markUncollectible(id);
      return toInvoice(await askStripe(call));
    },

    /** Lists subscriptions created since then, by the provider's id and ours. */
    async *listSince(since: Date): AsyncGenerator<{ id: string; subscriptionId: string | null }> {
      const created = { gte: getUnixTime(since) };
      for await (const { id, metadata } of walkStripe(
        stripe.subscriptions.list({ status: 'all', created, limit: 100 }),
      ))
        yield { id, subscriptionId: metadata['subscription_id'] ?? null };
    },

    /** Lists paid invoices of subscriptions created since then. */
    async *listPaidInvoices(since: Date): AsyncGenerator<ProviderInvoice> {
      const created = { gte: getUnixTime(since) };
      for await (const invoice of walkStripe(stripe.invoices.list({ status: 'paid', created, limit: 100 })))
        if (subscriptionIdOf(invoice) !== null) yield toInvoice(invoice);
    },
  };
}

const subscriptionIdOf = (invoice: Stripe.Invoice) => idOf(invoice.parent?.subscription_details?.subscription);
