import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { changeSubscription } from './subscription-changes';

type Subscription = Kinds['subscription'];

/** Activates the subscription of a paid invoice and saves the card when configured to do so. */
export async function subscriptionPaid(
  work: Work,
  invoice: Kinds['invoice'],
  intent: Kinds['payment_intent'] | null,
): Promise<void> {
  const subscription = await subscriptionOf(work, invoice);
  if (!subscription) return;
  const keepsCard = intent && subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const isLate = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status);
  await changeSubscription(work, subscription, {
    status: isLate && (await isSettled(work, subscription, invoice)) ? 'active' : subscription.status,
    default_payment_method: keepsCard ? idOf(intent.payment_method) : subscription.default_payment_method,
  });
}

/** Marks an active subscription as past due after a failed attempt. */
export async function subscriptionUnpaid(work: Work, invoice: Kinds['invoice']): Promise<void> {
  const subscription = await subscriptionOf(work, invoice);
  if (subscription && (subscription.status === 'active' || subscription.status === 'trialing'))
    await changeSubscription(work, subscription, { status: 'past_due' });
}

/** Makes the card set up during a trial the default payment method. */
export async function cardSetUp(work: Work, setup: Kinds['setup_intent']): Promise<void> {
  if (!setup._subscription) return;
  const subscription = await work.find('subscription', setup._subscription);
  if (!subscription || subscription.pending_setup_intent !== setup.id) return;
  await changeSubscription(work, subscription, {
    pending_setup_intent: null,
    default_payment_method: idOf(setup.payment_method),
  });
}

async function subscriptionOf(work: Work, invoice: Kinds['invoice']): Promise<Subscription | undefined> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = id === null ? undefined : await work.find('subscription', id);
  return subscription && subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired'
    ? subscription
    : undefined;
}

/** Returns whether the latest invoice is settled: paying an older one is not enough. */
async function isSettled(work: Work, subscription: Subscription, paid: Kinds['invoice']): Promise<boolean> {
  const latest = idOf(subscription.latest_invoice);
  if (latest === null || latest === paid.id) return true;
  const invoice = await work.find('invoice', latest);
  return invoice?.status !== 'open';
}
