import { GRACE_DAYS } from '@manabiba/shared/contract/limits';
import type { Updateable } from 'kysely';

import type { SubscriptionsTable } from '../../tables/subscriptions';
import type { ProviderInvoice, ProviderSubscription } from './provider/provider-subscription';
import type { SubscriptionRow } from './subscriptions.repository';

const GRACE_MS = GRACE_DAYS * 86_400_000;
/** Ends of a trial that are the same: the provider counts in seconds. */
const SAME_MS = 1000;

/** What was asked of the provider at one time. */
export interface ProviderAnswer {
  subscription: ProviderSubscription;
  /** What the first payment waits for; null when there is nothing to wait for. */
  step: ProviderSubscription['step'];
  /** The plan of the next period; null: of a price that no plan has. */
  planId: string | null;
  /** When the payment of the open invoice was tried. */
  attempts: Date[];
}

/** How a subscription stands by what the provider says of it. */
export function stateOf(row: SubscriptionRow, { subscription, step }: ProviderAnswer): SubscriptionRow['state'] {
  const { status, cancelAtPeriodEnd, trialEndsAt } = subscription;
  if (status === 'ended') return 'cancelled';
  if (status === 'incomplete' || (row.state === 'incomplete' && step !== null)) return 'incomplete';
  if (status === 'past_due') return 'past_due';
  if (cancelAtPeriodEnd) return 'will_cancel';
  // A trial beyond the first one is how the provider is told to charge another plan from the next period on.
  const firstEnd = row.trial_ends_at ?? (row.trial_days > 0 ? trialEndsAt : null);
  const isFirstTrial =
    status === 'trialing' && firstEnd !== null && (trialEndsAt?.getTime() ?? 0) <= firstEnd.getTime() + SAME_MS;
  return isFirstTrial ? 'trialing' : 'active';
}

/** The columns that follow from what the provider says. */
export function columnsOf(row: SubscriptionRow, answer: ProviderAnswer, now: Date): Updateable<SubscriptionsTable> {
  const { subscription, attempts, planId } = answer;
  const { invoice, currentPeriodEnd } = subscription;
  const state = stateOf(row, answer);
  const isRenewed = currentPeriodEnd.getTime() > row.current_period_end.getTime() + SAME_MS;
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

/** Another plan holds from the next period on. */
const plansOf = (row: SubscriptionRow, planId: string, isRenewed: boolean) =>
  isRenewed || planId === row.plan_id ? { plan_id: planId, next_plan_id: null } : { next_plan_id: planId };

/** An invoice that was not tried yet is none that failed. */
function invoiceStatusOf(
  state: SubscriptionRow['state'],
  invoice: ProviderInvoice | null,
): SubscriptionRow['invoice_status'] {
  if (!invoice || state === 'incomplete') return null;
  return invoice.status === 'open' && state !== 'past_due' ? null : invoice.status;
}

const graceEndOf = (row: SubscriptionRow, open: ProviderInvoice | null, now: Date): Date =>
  open ? new Date((open.finalizedAt ?? open.createdAt).getTime() + GRACE_MS) : (row.grace_ends_at ?? now);

function endReasonOf(row: SubscriptionRow, { isEndedUnpaid }: ProviderSubscription): SubscriptionRow['end_reason'] {
  if (row.state === 'incomplete') return 'declined';
  return isEndedUnpaid || row.state === 'past_due' ? 'unpaid' : 'self';
}
