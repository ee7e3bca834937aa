import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { activeCustomer, atClockOf } from '../customers/customers';
import { emit } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import { createSetup } from '../payments/setup-intents';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { listAnswer } from '../work/lists';
import { idOf, type Work } from '../work/work';
import { attempt, finalize } from './collection';
import { type DiscountParam, takeDiscounts } from './discounts';
import { subscriptionLine } from './invoice-lines';
import { createInvoice } from './invoices';
import { periodEnd } from './periods';
import { itemsOf, type Period, recurringOf, setPeriod } from './subscription-items';
import { nextDue } from './subscription-times';

type Subscription = Kinds['subscription'];
type Item = Stripe.SubscriptionItem;

/** Starts a subscription: with a trial, or with a first invoice that is paid now or on confirmation by the customer. */
export async function createSubscription(asked: Work, params: Stripe.SubscriptionCreateParams): Promise<Subscription> {
  const customer = await activeCustomer(asked, params.customer ?? '');
  const work = await atClockOf(asked, customer.id);
  const id = newId('sub');
  const items = await itemsOf(work, id, params.items ?? []);
  const trialEnd = trialEndOf(work, params);
  const anchor = trialEnd ?? work.now;
  const recurring = recurringOf(items);
  const period = { start: work.now, end: trialEnd ?? periodEnd(anchor, work.now, recurring) };
  setPeriod(items, period);
  const subscription: Subscription = {
    ...EMPTY,
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    cancel_at: params.cancel_at_period_end ? period.end : null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end ? work.now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: work.now,
    customer: customer.id,
    default_payment_method: await ownMethod(work, params.default_payment_method, customer.id),
    description: params.description ?? null,
    discounts: [],
    items: listAnswer(`/v1/subscription_items?subscription=${id}`, items) as unknown as Stripe.ApiList<Item>,
    metadata: mergedMetadata(null, params.metadata),
    payment_settings: paymentSettingsOf(params.payment_settings),
    start_date: work.now,
    status: trialEnd ? 'trialing' : 'incomplete',
    test_clock: customer._clock ?? null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      },
    },
    trial_start: trialEnd ? work.now : null,
    _anchor: anchor,
    _clock: customer._clock ?? null,
  };
  subscription.discounts = await takeDiscounts(work, (params.discounts || []) as DiscountParam[], {
    customerId: customer.id,
    amount: items.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0),
    subscriptionId: id,
  });
  await begin(work, subscription, customer, period, params.payment_behavior ?? 'allow_incomplete');
  return subscription;
}

async function begin(
  work: Work,
  subscription: Subscription,
  customer: Kinds['customer'],
  period: Period,
  behavior: string,
): Promise<void> {
  if (subscription.status === 'incomplete' && subscription.items.data.every(({ price }) => !price.unit_amount))
    subscription.status = 'active';
  saveSubscription(work, subscription);
  await emit(work, 'customer.subscription.created', subscription);
  await bill(work, subscription, { reason: 'subscription_create', period, behavior });
  const method = idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
  if (subscription.status !== 'trialing' || method !== null || behavior !== 'default_incomplete') return;
  // Sets up the card that pays after the trial.
  const setup = await createSetup(work, { customer: customer.id, usage: 'off_session' });
  setup._subscription = subscription.id;
  work.save(setup);
  subscription.pending_setup_intent = setup.id;
  saveSubscription(work, subscription);
}

/** Creates the invoice of a period and collects it according to `behavior`. Throws 402 with `error_if_incomplete`. */
export async function bill(
  work: Work,
  subscription: Subscription,
  {
    reason,
    period,
    behavior,
  }: { reason: 'subscription_create' | 'subscription_update'; period: Period; behavior: string },
): Promise<void> {
  const customer = await work.get('customer', idOf(subscription.customer) ?? '');
  const isTrial = subscription.status === 'trialing';
  const invoice = await createInvoice(work, {
    customer,
    reason,
    lines: subscription.items.data.map((item) => subscriptionLine(subscription, item, period, isTrial)),
    subscription,
    discounts: subscription.discounts as string[],
    period: { start: work.now, end: work.now },
    takesPending: true,
    autoAdvance: true,
    metadata: {},
  });
  saveSubscription(work, subscription);
  await finalize(work, invoice);
  if (invoice.status !== 'open' || behavior === 'default_incomplete') return;
  const method = idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
  if (method === null && behavior === 'error_if_incomplete')
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      'resource_missing',
    );
  const error = await attempt(work, invoice, method);
  if (error && behavior === 'error_if_incomplete') throw error.withoutChanges();
}

/** Saves a subscription with the time at which it is next due. */
export function saveSubscription(work: Work, subscription: Subscription): void {
  subscription._dueAt = nextDue(subscription);
  work.save(subscription);
}

/** Returns a payment method that is attached to the customer. */
export async function ownMethod(work: Work, methodId: string | undefined, customerId: string): Promise<string | null> {
  if (methodId === undefined) return null;
  const method = await work.get('payment_method', methodId, 'default_payment_method');
  if (method.customer !== customerId)
    throw invalid(
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      'resource_missing',
      'default_payment_method',
    );
  return method.id;
}

export function paymentSettingsOf(
  given: Stripe.SubscriptionCreateParams.PaymentSettings | undefined,
): Stripe.Subscription.PaymentSettings {
  return {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: given?.save_default_payment_method ?? 'off',
  };
}

function trialEndOf(
  work: Work,
  { trial_end: end, trial_period_days: days }: Stripe.SubscriptionCreateParams,
): number | null {
  if (end !== undefined && days !== undefined)
    throw invalid(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'parameters_exclusive',
    );
  if (typeof end === 'number') {
    if (end <= work.now)
      throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', undefined, 'trial_end');
    return end;
  }
  return days ? work.now + days * secondsInDay : null;
}

/** The initial values of a subscription. */
const EMPTY = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  currency: CURRENCY,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
} satisfies Partial<Subscription>;
