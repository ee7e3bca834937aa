import type { Subscription } from '@manabiba/shared/contract/plans';
import { addMilliseconds, subMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';

import { type PlanRow } from './plans/plans.repository';
import { toPlan } from './plans/plans.service';
import type { SubscriptionRow } from './subscriptions.repository';

/** States that count as subscribed. */
const SUBSCRIBED: readonly SubscriptionRow['state'][] = ['trialing', 'active', 'past_due', 'will_cancel'];
export const isSubscribedBy = (state: SubscriptionRow['state']) => SUBSCRIBED.includes(state);

/** Where each store lets users manage their subscription. */
const MANAGE_URLS: Record<SubscriptionRow['provider'], string | null> = {
  stripe: null,
  app_store: 'https://apps.apple.com/account/subscriptions',
  google_play: 'https://play.google.com/store/account/subscriptions',
};
export const manageUrlOf = ({ provider }: Pick<SubscriptionRow, 'provider'>) => MANAGE_URLS[provider];

/** Returns until when the plan can be used unless something changes. */
export const expiresAtOf = (row: SubscriptionRow): Date => row.grace_ends_at ?? row.current_period_end;

/** Converts a row to the subscription that the user sees, with its plan and that of the next period. */
export function toSubscription(row: SubscriptionRow, plan: PlanRow, nextPlan: PlanRow | null): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    planId: row.plan_id,
    plan: toPlan(plan),
    provider: row.provider,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    trialEndsAt: row.trial_ends_at?.toISOString() ?? null,
    currentPeriodEnd: row.current_period_end.toISOString(),
    willUnsubscribed: row.cancel_at_period_end,
    nextPlan: nextPlan && toPlan(nextPlan),
    nextPayment: nextPaymentOf(row, nextPlan ?? plan),
    invoiceStatus: row.invoice_status,
    nextRetryAt: row.next_retry_at?.toISOString() ?? null,
    openInvoice: openInvoiceOf(row),
    couponCode: row.coupon_code,
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    manageUrl: manageUrlOf(row),
  };
}

function nextPaymentOf(row: SubscriptionRow, plan: PlanRow): Subscription['nextPayment'] {
  if (!isSubscribedBy(row.state) || row.cancel_at_period_end) return null;
  const amount = row.provider === 'stripe' ? plan.price : null;
  return { at: row.current_period_end.toISOString(), amount };
}

function openInvoiceOf(row: SubscriptionRow): Subscription['openInvoice'] {
  if (row.state !== 'past_due' || row.grace_ends_at === null || row.open_invoice_amount === null) return null;
  return {
    amount: row.open_invoice_amount,
    attempts: row.attempted_at.map((at) => at.toISOString()),
    nextRetryAt: row.next_retry_at?.toISOString() ?? null,
    graceEndsAt: row.grace_ends_at.toISOString(),
  };
}

/** How long an attempt waits for 3-D Secure, in milliseconds: as long as the provider keeps it. */
export const INCOMPLETE_MS = 23 * millisecondsInHour;
/** Days before the end of a trial on which the mail about it is sent. */
export const SHORT_TRIAL_DAYS = 3;
export const TRIAL_MAIL_MS = SHORT_TRIAL_DAYS * millisecondsInDay;
/** Delay after the end of a period until the provider has reported the renewal, in milliseconds. */
const RENEWAL_MS = 2 * millisecondsInHour;

/** Returns when a subscription is settled next; null for never. */
export function settleAtOf(row: SubscriptionRow): Date | null {
  if (row.state === 'cancelled') return null;
  if (row.state === 'incomplete') return addMilliseconds(row.created_at, INCOMPLETE_MS);
  if (row.state === 'past_due') return row.grace_ends_at;
  if (row.state === 'trialing' && row.trial_mail_at === null && row.trial_ends_at)
    return subMilliseconds(row.trial_ends_at, TRIAL_MAIL_MS);
  return addMilliseconds(row.current_period_end, RENEWAL_MS);
}
