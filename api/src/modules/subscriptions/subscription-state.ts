import { GRACE_DAYS } from '@manabiba/shared/contract/limits';
import { addMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import type { Updateable } from 'kysely';

import type { SubscriptionsTable } from '../../tables/subscriptions';
import type { ProviderInvoice, ProviderSubscription } from './provider/provider-subscription';
import type { SubscriptionRow } from './subscriptions.repository';

const GRACE_MS = GRACE_DAYS * millisecondsInDay;
/** Tolerance when comparing ends of a trial, in milliseconds: the provider uses whole seconds. */
const SAME_MS = 1000;

/** A snapshot of the provider's state. */
export interface ProviderAnswer {
  subscription: ProviderSubscription;
  /** Pending step of the first payment; null when there is none. */
  step: ProviderSubscription['step'];
  /** The plan of the next period; null when no plan has its price. */
  planId: string | null;
  /** Times of the payment attempts for the open invoice. */
  attempts: Date[];
}

/** Derives the state of a subscription from the provider's answer. */
export function stateOf(row: SubscriptionRow, { subscription, step }: ProviderAnswer): SubscriptionRow['state'] {
  const { status, cancelAtPeriodEnd, trialEndsAt } = subscription;
  if (status === 'ended') return 'cancelled';
  if (status === 'incomplete' || (row.state === 'incomplete' && step !== null)) return 'incomplete';
  if (status === 'past_due') return 'past_due';
  if (cancelAtPeriodEnd) return 'will_cancel';
  // A change of plan from the next period on is expressed at the provider as a further trial, which does not count.
  const firstEnd = row.trial_ends_at ?? (row.trial_days > 0 ? trialEndsAt : null);
  const isFirstTrial =
    status === 'trialing' && firstEnd !== null && (trialEndsAt?.getTime() ?? 0) <= firstEnd.getTime() + SAME_MS;
  return isFirstTrial ? 'trialing' : 'active';
}

/** Derives the columns from the provider's answer. */
export function columnsOf(row: SubscriptionRow, answer: ProviderAnswer, now: Date): Updateable<SubscriptionsTable> {
  const { subscription, attempts, planId } = answer;
  const { invoice, currentPeriodEnd } = subscription;
  const state = stateOf(row, answer);
  const isRenewed = currentPeriodEnd > addMilliseconds(row.current_period_end, SAME_MS);
  const open = state === 'past_due' && invoice?.status === 'open' ? invoice : null;
  return {
    state,
    provider_subscription_id: subscription.id,
    started_at: subscription.startedAt,
    trial_ends_at: row.trial_ends_at ?? (row.trial_days > 0 ? subscription.trialEndsAt : null),
    current_period_end: currentPeriodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    ...plansOf(row, planId ?? row.plan_id, isRenewed),
    invoice_status: invoiceStatusOf(state, invoice),
    open_invoice_id: open?.id ?? null,
    open_invoice_amount: open?.amountDue ?? null,
    attempted_at: open ? attempts : [],
    next_retry_at: open?.nextAttemptAt ?? null,
    grace_ends_at: state === 'past_due' ? graceEndOf(row, open, now) : null,
    ...(state === 'cancelled' && { ended_at: subscription.endedAt ?? now, end_reason: endReasonOf(row, subscription) }),
  };
}

/** A new plan takes effect with the next period. */
const plansOf = (row: SubscriptionRow, planId: string, isRenewed: boolean) =>
  isRenewed || planId === row.plan_id ? { plan_id: planId, next_plan_id: null } : { next_plan_id: planId };

/** An open invoice without a failed attempt is not reported. */
function invoiceStatusOf(
  state: SubscriptionRow['state'],
  invoice: ProviderInvoice | null,
): SubscriptionRow['invoice_status'] {
  if (!invoice || state === 'incomplete') return null;
  return invoice.status === 'open' && state !== 'past_due' ? null : invoice.status;
}

const graceEndOf = (row: SubscriptionRow, open: ProviderInvoice | null, now: Date): Date =>
  open ? addMilliseconds(open.finalizedAt ?? open.createdAt, GRACE_MS) : (row.grace_ends_at ?? now);

function endReasonOf(row: SubscriptionRow, { isEndedUnpaid }: ProviderSubscription): SubscriptionRow['end_reason'] {
  if (row.state === 'incomplete') return 'declined';
  return isEndedUnpaid || row.state === 'past_due' ? 'unpaid' : 'self';
}
