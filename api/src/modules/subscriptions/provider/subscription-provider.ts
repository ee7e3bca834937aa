import type Stripe from 'stripe';

import type { PaymentsEnv } from '../../../payments-env';
import { askStripe, createStripeClient, isDeclined, isRefused } from '../../../platform/stripe/stripe-client';
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

/** How a payment went that was tried at once. */
export type PayOutcome = 'paid' | 'declined' | 'action_required';

const CURRENCY = 'jpy';

/**
 * Plans at Stripe through its official SDK. Everything that makes something carries an idempotency key made from our own
 * id, so that repeating it makes nothing twice.
 */
export function createSubscriptionProvider(env: PaymentsEnv) {
  const stripe = createStripeClient(env);

  async function retrieve(id: string): Promise<ProviderSubscription> {
    return toSubscription(await askStripe(stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })));
  }

  return {
    retrieve,

    /** The price of a plan: found by its key, made when it is not there. A plan's price never changes. */
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

    /** A card by its id; null when there is none, or it is no card. */
    async findCard(paymentMethodId: string): Promise<Card | null> {
      try {
        return toCard(await askStripe(stripe.paymentMethods.retrieve(paymentMethodId)));
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },

    /** Makes a card the one that the customer pays with. `refused`: it is somebody else's. */
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

    /** Begins a subscription. Null: the card was declined at once, and nothing was made. */
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

    /** What was made for a subscription of ours whose answer never came. */
    async findSubscription(customerId: string, subscriptionId: string): Promise<ProviderSubscription | null> {
      for await (const found of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }))
        if (found.metadata['subscription_id'] === subscriptionId) return retrieve(found.id);
      return null;
    },

    /** Changes what is given. A price holds from the next period on: nothing is charged for the rest of this one. */
    async change(
      subscription: ProviderSubscription,
      changes: { priceId?: string; keepsPeriod?: boolean; cancelAtPeriodEnd?: boolean; paymentMethodId?: string },
    ): Promise<void> {
      const { priceId, keepsPeriod, cancelAtPeriodEnd, paymentMethodId } = changes;
      await askStripe(
        stripe.subscriptions.update(subscription.id, {
          ...(priceId && { items: [{ id: subscription.itemId, price: priceId }], proration_behavior: 'none' as const }),
          // A period of another length would begin, and be charged, at once; what is paid for already goes on as a trial.
          ...(keepsPeriod && { trial_end: Math.floor(subscription.currentPeriodEnd.getTime() / 1000) }),
          ...(cancelAtPeriodEnd !== undefined && { cancel_at_period_end: cancelAtPeriodEnd }),
          ...(paymentMethodId && { default_payment_method: paymentMethodId }),
        }),
      );
    },

    /** Ends a subscription now. One that has ended stays so. */
    async cancelNow(id: string): Promise<void> {
      try {
        await askStripe(stripe.subscriptions.cancel(id));
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    },

    /** Tries to pay what is open with this card. `attempt` tells one try from the next. */
    async payInvoice(invoice: ProviderInvoice, paymentMethodId: string | null, attempt: string): Promise<PayOutcome> {
      try {
        const paid = await askStripe(
          stripe.invoices.pay(
            invoice.id,
            // The person is here: the bank may ask.
            { off_session: false, ...(paymentMethodId && { payment_method: paymentMethodId }) },
            { idempotencyKey: `pay-${invoice.id}-${attempt}` },
          ),
        );
        return paid.status === 'paid' ? 'paid' : 'declined';
      } catch (error) {
        // What was refused may have been paid meanwhile, or wait for the bank to be asked: the invoice tells.
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

    /** What the payment of an invoice waits for. */
    async stepOf({ status, intentId }: ProviderInvoice): Promise<ProviderSubscription['step']> {
      if (status !== 'open' || intentId === null) return null;
      const intent = await askStripe(stripe.paymentIntents.retrieve(intentId));
      if (intent.status === 'requires_action' || intent.status === 'requires_confirmation') return 'action_required';
      return intent.status === 'requires_payment_method' ? 'declined' : 'processing';
    },

    /** When the payment of an invoice was tried, the first time first. */
    async attemptsOf(intentId: string): Promise<Date[]> {
      const charges = await askStripe(stripe.charges.list({ payment_intent: intentId, limit: 100 }));
      return charges.data.map(({ created }) => new Date(created * 1000)).reverse();
    },

    /** Gives up an open invoice: it is tried no more. */
    async giveUpInvoice(id: string, how: 'void' | 'uncollectible'): Promise<ProviderInvoice> {
      const call = how === 'void' ? stripe.invoices.voidInvoice(id) : stripe.invoices.markUncollectible(id);
      return toInvoice(await askStripe(call));
    },

    /** Subscriptions that were made since then, by their ids, with ours. */
    async *listSince(since: Date): AsyncGenerator<{ id: string; subscriptionId: string | null }> {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const { id, metadata } of stripe.subscriptions.list({ status: 'all', created, limit: 100 }))
        yield { id, subscriptionId: metadata['subscription_id'] ?? null };
    },

    /** Invoices of subscriptions that were made since then and are paid. */
    async *listPaidInvoices(since: Date): AsyncGenerator<ProviderInvoice> {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const invoice of stripe.invoices.list({ status: 'paid', created, limit: 100 }))
        if (subscriptionIdOf(invoice) !== null) yield toInvoice(invoice);
    },
  };
}

const subscriptionIdOf = (invoice: Stripe.Invoice) => idOf(invoice.parent?.subscription_details?.subscription);
