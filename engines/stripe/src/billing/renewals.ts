import { secondsInDay, secondsInHour } from 'date-fns/constants';

import { emit } from '../events/emit';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { attempt, finalize, payingMethod } from './collection';
import { subscriptionLine } from './invoice-lines';
import { createInvoice, voidInvoice } from './invoices';
import { periodEnd } from './periods';
import { cancelNow, changeSubscription } from './subscription-changes';
import { recurringOf, setPeriod } from './subscription-items';
import { currentPeriodEnd, trialNoticeAt } from './subscription-times';
import { saveSubscription } from './subscriptions';

type Subscription = Kinds['subscription'];
type Invoice = Kinds['invoice'];

/** The retry schedule of an open invoice, in days after the first attempt: eight times within two weeks. */
const RETRY_DAYS = [1, 3, 5, 7, 9, 11, 13, 14];

/** Processes a subscription that is due. */
export async function subscriptionDue(work: Work, subscription: Subscription): Promise<void> {
  const notice = trialNoticeAt(subscription);
  if (subscription.status === 'incomplete') await expire(work, subscription);
  else if (subscription.cancel_at !== null && subscription.cancel_at <= work.now)
    await cancelNow(work, subscription, 'cancellation_requested');
  else if (currentPeriodEnd(subscription) <= work.now) await renew(work, subscription);
  else if (notice !== undefined && notice <= work.now) {
    subscription._isTrialEndTold = true;
    saveSubscription(work, subscription);
    await emit(work, 'customer.subscription.trial_will_end', subscription);
  } else saveSubscription(work, subscription);
}

/** Expires a subscription whose first payment has not arrived. */
async function expire(work: Work, subscription: Subscription): Promise<void> {
  await changeSubscription(work, subscription, { status: 'incomplete_expired', ended_at: work.now });
  const invoice = await work.get('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice.status === 'open') await voidInvoice(work, invoice);
}

/** Starts the next period: its invoice stays a draft for an hour and is then collected. */
async function renew(work: Work, subscription: Subscription): Promise<void> {
  const customer = await work.get('customer', idOf(subscription.customer) ?? '');
  const wasTrial = subscription.status === 'trialing';
  const method = idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
  if (wasTrial && method === null && subscription.trial_settings?.end_behavior.missing_payment_method === 'cancel') {
    await cancelNow(work, subscription, null);
    return;
  }
  const start = currentPeriodEnd(subscription);
  const previous = { start: subscription.items.data[0]?.current_period_start ?? start, end: start };
  const period = { start, end: periodEnd(subscription._anchor, start, recurringOf(subscription.items.data)) };
  const items = structuredClone(subscription.items);
  setPeriod(items.data, period);
  await changeSubscription(work, subscription, { items, status: wasTrial ? 'active' : subscription.status });
  await createInvoice(work, {
    customer,
    reason: 'subscription_cycle',
    lines: subscription.items.data.map((item) => subscriptionLine(subscription, item, period, false)),
    subscription,
    discounts: subscription.discounts as string[],
    period: previous,
    takesPending: true,
    autoAdvance: true,
    finalizesAt: work.now + secondsInHour,
  });
  saveSubscription(work, subscription);
}

/** Processes an invoice that is due: finalizes a draft, retries an open one. */
export async function invoiceDue(work: Work, invoice: Invoice): Promise<void> {
  if (invoice.status === 'draft') {
    await finalize(work, invoice);
    if (invoice.status !== 'open') return;
  }
  if (invoice.status !== 'open') {
    work.save<'invoice'>(Object.assign(invoice, { _dueAt: null }));
    return;
  }
  const isRetry = invoice._firstAttemptAt !== null && invoice._firstAttemptAt !== undefined;
  if (isRetry) invoice._retries = (invoice._retries ?? 0) + 1;
  else invoice._firstAttemptAt = work.now;
  schedule(invoice);
  work.save(invoice);
  await attempt(work, invoice, await payingMethod(work, invoice));
  const isOver = invoice.next_payment_attempt === null;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if ((invoice.status as string) !== 'open' || !isOver || subscriptionId === null) return;
  const subscription = await work.get('subscription', subscriptionId);
  if (subscription.status !== 'canceled') await cancelNow(work, subscription, 'payment_failed');
}

/** Schedules the next attempt, or none after the last one. */
function schedule(invoice: Invoice): void {
  const days = RETRY_DAYS[invoice._retries ?? 0];
  const next = days === undefined ? null : (invoice._firstAttemptAt ?? 0) + days * secondsInDay;
  Object.assign(invoice, { next_payment_attempt: next, _dueAt: next } satisfies Partial<Invoice>);
}
