import type { Stripe } from 'stripe';

import { atClockOf } from '../customers/customers';
import { emit, emitChange } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { mergedMetadata } from '../work/fields';
import type { Kinds } from '../work/kinds';
import { listAnswer } from '../work/lists';
import { idOf, type Work } from '../work/work';
import { type DiscountParam, takeDiscounts } from './discounts';
import { endPayments } from './invoices';
import { periodEnd } from './periods';
import { checkSameInterval, itemOf, recurringOf, setPeriod } from './subscription-items';
import { currentPeriodEnd, nextDue } from './subscription-times';
import { bill, ownMethod } from './subscriptions';

type Subscription = Kinds['subscription'];
type UpdateParams = Stripe.SubscriptionUpdateParams;

/** Changes a subscription and emits `customer.subscription.updated`. */
export async function changeSubscription(
  work: Work,
  subscription: Subscription,
  change: Partial<Subscription>,
): Promise<void> {
  const due = nextDue({ ...subscription, ...change });
  await emitChange<Subscription>(work, 'customer.subscription.updated', subscription, { ...change, _dueAt: due });
}

export async function updateSubscription(
  asked: Work,
  subscription: Subscription,
  params: UpdateParams,
): Promise<Subscription> {
  const work = await atClockOf(asked, idOf(subscription.customer));
  requireRunning(subscription);
  const before = recurringOf(subscription.items.data);
  const items = params.items ? await changedItems(work, subscription, params.items) : subscription.items;
  if (params.items && params.proration_behavior !== 'none')
    throw invalid(
      'This engine has no prorations: pass proration_behavior `none` when items change.',
      undefined,
      'proration_behavior',
    );
  const after = recurringOf(items.data);
  const isOtherInterval = before.interval !== after.interval || before.interval_count !== after.interval_count;
  const endsTrial = params.trial_end === 'now' && subscription.status === 'trialing';
  const customerId = idOf(subscription.customer) ?? '';
  await changeSubscription(work, subscription, {
    ...cancellationOf(work, subscription, params),
    items,
    default_payment_method:
      params.default_payment_method === undefined
        ? subscription.default_payment_method
        : await ownMethod(work, params.default_payment_method || undefined, customerId),
    description: params.description === undefined ? subscription.description : params.description || null,
    discounts: await changedDiscounts(work, subscription, params),
    metadata: mergedMetadata(subscription.metadata, params.metadata),
    payment_settings: params.payment_settings
      ? {
          ...(subscription.payment_settings as Stripe.Subscription.PaymentSettings),
          save_default_payment_method: params.payment_settings.save_default_payment_method ?? 'off',
        }
      : subscription.payment_settings,
    ...(typeof params.trial_end === 'number' ? extendedTrial(work, subscription, items, params.trial_end) : {}),
  });
  if ((isOtherInterval && subscription.status !== 'trialing') || endsTrial)
    await restart(work, subscription, params.payment_behavior ?? 'allow_incomplete');
  return subscription;
}

/** Cancels a subscription at once without a refund; an open invoice stays open and is not retried. */
export async function cancelNow(
  asked: Work,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
  details: { comment?: string | null; feedback?: string | null } = {},
): Promise<Subscription> {
  const work = await atClockOf(asked, idOf(subscription.customer));
  const wasIncomplete = subscription.status === 'incomplete';
  Object.assign(subscription, {
    status: wasIncomplete ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? work.now,
    ended_at: work.now,
    cancellation_details: {
      comment: details.comment ?? null,
      feedback: (details.feedback ?? null) as Stripe.Subscription.CancellationDetails['feedback'],
      feedback_option: null,
      reason,
    },
    _dueAt: null,
  } satisfies Partial<Subscription>);
  work.save(subscription);
  await emit(work, 'customer.subscription.deleted', subscription);
  const latest = idOf(subscription.latest_invoice);
  const invoice = latest === null ? undefined : await work.find('invoice', latest);
  if (invoice && (invoice.status === 'open' || invoice.status === 'draft')) {
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, _dueAt: null });
    if (wasIncomplete) {
      invoice.status = 'void';
      invoice.status_transitions.voided_at = work.now;
    }
    work.save(invoice);
    if (wasIncomplete) await endPayments(work, invoice, 'void_invoice');
  }
  return subscription;
}

function requireRunning({ status, id }: Subscription): void {
  if (status === 'canceled' || status === 'incomplete_expired')
    throw invalid(
      `A canceled subscription can only update its cancellation_details and metadata: ${id}`,
      undefined,
      'id',
    );
}

/** Starts a new period now, billed immediately: the interval changes or a trial ends. */
async function restart(work: Work, subscription: Subscription, behavior: string): Promise<void> {
  const period = { start: work.now, end: periodEnd(work.now, work.now, recurringOf(subscription.items.data)) };
  const items = structuredClone(subscription.items);
  setPeriod(items.data, period);
  const isTrial = subscription.status === 'trialing';
  await changeSubscription(work, subscription, {
    items,
    billing_cycle_anchor: work.now,
    status: isTrial ? 'active' : subscription.status,
    trial_end: isTrial ? work.now : subscription.trial_end,
    _anchor: work.now,
  });
  await bill(work, subscription, { reason: 'subscription_update', period, behavior });
}

function cancellationOf(work: Work, subscription: Subscription, params: UpdateParams): Partial<Subscription> {
  const details = params.cancellation_details;
  const cancellation = details && {
    comment: details.comment || null,
    feedback: (details.feedback || null) as Stripe.Subscription.CancellationDetails['feedback'],
    feedback_option: null,
    reason: subscription.cancellation_details?.reason ?? null,
  };
  const changes = cancellation ? { cancellation_details: cancellation } : {};
  if (params.cancel_at !== undefined) {
    const at = typeof params.cancel_at === 'number' ? params.cancel_at : null;
    return { ...changes, cancel_at: at, cancel_at_period_end: false, canceled_at: at === null ? null : work.now };
  }
  if (params.cancel_at_period_end === undefined) return changes;
  const isEnding = params.cancel_at_period_end;
  const reason = isEnding ? ('cancellation_requested' as const) : null;
  return {
    cancel_at: isEnding ? currentPeriodEnd(subscription) : null,
    cancel_at_period_end: isEnding,
    canceled_at: isEnding ? work.now : null,
    cancellation_details: {
      ...(cancellation ?? { comment: null, feedback: null, feedback_option: null }),
      reason,
    } as Stripe.Subscription.CancellationDetails,
  };
}

async function changedDiscounts(work: Work, subscription: Subscription, { discounts }: UpdateParams) {
  if (discounts === undefined) return subscription.discounts;
  if (discounts === '') return [];
  return takeDiscounts(work, discounts as DiscountParam[], {
    customerId: idOf(subscription.customer) ?? '',
    amount: subscription.items.data.reduce(
      (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
      0,
    ),
    subscriptionId: subscription.id,
  });
}

function extendedTrial(
  work: Work,
  subscription: Subscription,
  items: Subscription['items'],
  end: number,
): Partial<Subscription> {
  if ((subscription.status !== 'trialing' && subscription.status !== 'active') || end <= work.now)
    throw invalid('A trial can last until a later moment while the subscription runs.', undefined, 'trial_end');
  const moved = structuredClone(items);
  setPeriod(moved.data, { start: moved.data[0]?.current_period_start ?? work.now, end });
  return {
    items: moved,
    status: 'trialing',
    trial_start: subscription.status === 'trialing' ? subscription.trial_start : work.now,
    trial_end: end,
    billing_cycle_anchor: end,
    _anchor: end,
    _isTrialEndTold: false,
  };
}

async function changedItems(
  work: Work,
  subscription: Subscription,
  given: readonly Stripe.SubscriptionUpdateParams.Item[],
): Promise<Subscription['items']> {
  const period = {
    start: subscription.items.data[0]?.current_period_start ?? work.now,
    end: currentPeriodEnd(subscription),
  };
  let items = subscription.items.data.map((item) => structuredClone(item));
  for (const [place, change] of given.entries()) {
    const current = items.find(({ id }) => id === change.id);
    if (change.id !== undefined && !current)
      throw invalid(`No such subscription_item: '${change.id}'`, 'resource_missing', `items[${place}][id]`);
    if (change.deleted) {
      items = items.filter(({ id }) => id !== change.id);
      continue;
    }
    const priceId = change.price ?? current?.price.id ?? '';
    const quantity = change.quantity ?? current?.quantity ?? 1;
    const made = await itemOf(work, subscription.id, place, {
      price: priceId,
      quantity,
      metadata: change.metadata || {},
    });
    if (current)
      Object.assign(current, {
        ...made,
        id: current.id,
        created: current.created,
        metadata: mergedMetadata(current.metadata, change.metadata),
      });
    else items.push(made);
  }
  checkSameInterval(items);
  recurringOf(items);
  setPeriod(items, period);
  return listAnswer(subscription.items.url, items) as unknown as Subscription['items'];
}
