import { lightFormat } from 'date-fns';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import type { Jobs } from '../../platform/jobs/jobs';
import { inJapan } from '../../platform/moments';
import type { MailsService } from '../mails/mails.service';
import type { SubscriptionPaymentsService } from '../payments/subscription-payments.service';
import type { LockedPerson, UsersService } from '../users/users.service';
import type { PlansService } from './plans/plans.service';
import type { ProviderInvoice } from './provider/provider-subscription';
import type { SubscriptionProvider } from './provider/subscription-provider';
import { expiresAtOf, isSubscribedBy, settleAtOf } from './subscription-row';
import { columnsOf, type ProviderAnswer } from './subscription-state';
import type { SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository';
import type { TrialService } from './trial.service';

/** Maximum number of queries when a newer answer was applied in between. */
const MAX_ASKS = 5;

interface ApplyDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  provider: SubscriptionProvider | null;
  plans: PlansService;
  trial: TrialService;
  users: UsersService;
  payments: SubscriptionPaymentsService;
  mails: MailsService;
  jobs: Jobs;
  clock: Clock;
}

export interface Applied {
  row: SubscriptionRow;
  /** Null when the provider was not queried. */
  answer: ProviderAnswer | null;
}

export type ApplySubscriptionService = ReturnType<typeof createApplySubscriptionService>;

/**
 * Applies the provider's state of subscriptions. A webhook only says that something changed and triggers a query, so
 * webhooks may be repeated, late and out of order. Of two answers the one requested later wins.
 */
export function createApplySubscriptionService(deps: ApplyDeps) {
  const { db, subscriptions, provider, plans, trial, users, payments, mails, jobs, clock } = deps;

  async function ask(asked: SubscriptionProvider, id: string): Promise<ProviderAnswer> {
    const subscription = await asked.retrieve(id);
    const { invoice, status } = subscription;
    const isFirst = status === 'incomplete';
    const step = isFirst && invoice ? ((await asked.stepOf(invoice)) ?? 'processing') : subscription.step;
    const isOpen = status === 'past_due' && invoice?.status === 'open' && invoice.intentId !== null;
    const attempts = isOpen && invoice.intentId !== null ? await asked.attemptsOf(invoice.intentId) : [];
    const planId = (await plans.findByPrice(subscription.priceId))?.id ?? null;
    return { subscription, step, attempts, planId };
  }

  /**
   * Updates a subscription and everything derived from it: the user's flags, mails, domain events and the next
   * settlement.
   */
  async function change(
    trx: Trx,
    person: LockedPerson,
    row: SubscriptionRow,
    changes: Parameters<SubscriptionsRepository['update']>[2],
  ): Promise<SubscriptionRow> {
    const written = await subscriptions.update(trx, row.id, { ...changes, version: row.version + 1 });
    const settleAt = settleAtOf(written);
    if (settleAt && settleAt.getTime() !== row.settle_at?.getTime())
      await jobs.enqueue(trx, 'settle-subscription', { subscriptionId: row.id }, settleAt);
    await users.change(trx, person.id, flagsOf(written));
    await notify(trx, person, row, written);
    return subscriptions.update(trx, row.id, { settle_at: settleAt });
  }

  /** Notifies the user by mail and other modules by domain events. */
  async function notify(
    trx: Trx,
    person: LockedPerson,
    before: SubscriptionRow,
    after: SubscriptionRow,
  ): Promise<void> {
    const subject = { subscriptionId: after.id, userId: person.id };
    const was = isSubscribedBy(before.state);
    const is = isSubscribedBy(after.state);
    const plan = await plans.get(after.plan_id, trx);
    const mail = async (name: 'plan_started' | 'plan_payment_failed' | 'plan_ended', data: { amount: number }) => {
      if (person.email === null) return;
      await mails.send(trx, name, {
        to: person.email,
        userId: person.id,
        nickname: person.nickname,
        plan: plan.name,
        interval: plan.interval,
        amount: String(data.amount),
        until: (after.trial_ends_at && after.state === 'trialing'
          ? after.trial_ends_at
          : expiresAtOf(after)
        ).toISOString(),
        isTrial: after.state === 'trialing' ? 'yes' : '',
        reason: after.end_reason ?? '',
      });
    };
    if (!was && is) {
      await publish(trx, 'subscriptionStarted', subject);
      await mail('plan_started', { amount: plan.price });
    }
    if (after.state === 'past_due' && after.attempted_at.length > before.attempted_at.length) {
      await publish(trx, 'subscriptionPaymentFailed', subject);
      await mail('plan_payment_failed', { amount: after.open_invoice_amount ?? plan.price });
    }
    if (before.state === 'past_due' && is && after.state !== 'past_due')
      await publish(trx, 'subscriptionRecovered', subject);
    if (was && after.state === 'cancelled') {
      await publish(trx, 'subscriptionEnded', { ...subject, reason: after.end_reason ?? 'self' });
      await mail('plan_ended', { amount: plan.price });
    }
  }

  /** Applies one answer. Returns false when another one was applied since it was requested. */
  async function take(
    trx: Trx,
    seen: SubscriptionRow,
    answer: ProviderAnswer,
    eventAt: Date | null,
  ): Promise<SubscriptionRow | false> {
    const person = await users.lock(trx, seen.user_id);
    const row = await subscriptions.lock(trx, seen.id);
    if (row?.version !== seen.version) return false;
    const eventTime = newest(row.provider_event_at, eventAt);
    if (answer.subscription.invoice) await recordPaid(trx, row, answer.subscription.invoice);
    const columns = columnsOf(row, answer, clock.now());
    // An ended subscription stays ended: it is also cancelled at the provider, and its open invoice is closed.
    const isOver = row.state === 'cancelled' || columns.state === 'cancelled';
    if (isOver && (answer.subscription.status !== 'ended' || answer.subscription.invoice?.status === 'open'))
      await jobs.enqueue(trx, 'cancel-subscription', { subscriptionId: row.id }, clock.now());
    if (row.state === 'cancelled') return row;
    if (row.state === 'incomplete' && columns.state === 'cancelled') await trial.giveBack(trx, row.id, row.coupon_code);
    return change(trx, person, row, { ...columns, provider_event_at: eventTime });
  }

  async function recordPaid(trx: Trx, row: SubscriptionRow, invoice: ProviderInvoice): Promise<void> {
    if (invoice.status !== 'paid' || invoice.amountPaid === 0) return;
    const plan = await plans.get(row.plan_id, trx);
    await payments.record(trx, {
      subscriptionId: row.id,
      userId: row.user_id,
      invoiceId: invoice.id,
      intentId: invoice.intentId,
      title: `まなびば ${plan.name} ${periodOf(invoice.createdAt, plan.interval)}`,
      amount: invoice.amountPaid,
      paidAt: invoice.paidAt ?? invoice.createdAt,
    });
  }

  return {
    change,

    /**
     * Queries the provider for a subscription and applies the answer. `eventAt` is the time of the webhook; one older
     * than the last applied is ignored. When others change it all the time, it is `conflict`.
     */
    async refresh(id: string, eventAt: Date | null = null): Promise<Applied | undefined> {
      for (let attempt = 0; attempt < MAX_ASKS; attempt += 1) {
        const row = await subscriptions.find(id);
        if (!row) return undefined;
        if (row.provider !== 'stripe' || row.provider_subscription_id === null || !provider)
          return { row, answer: null };
        if (eventAt && row.provider_event_at && eventAt < row.provider_event_at) return { row, answer: null };
        const answer = await ask(provider, row.provider_subscription_id);
        const taken = await inTransaction(db, (trx) => take(trx, row, answer, eventAt));
        if (taken) return { row: taken, answer };
      }
      throw new AppError('conflict');
    },

    /** Handles a webhook about a subscription. Ignores one that is not ours. */
    async applySubscription({ id, subscriptionId, at }: { id: string; subscriptionId: string | null; at: Date }) {
      const row = subscriptionId
        ? await subscriptions.find(subscriptionId)
        : await subscriptions.findByProvider('stripe', id);
      if (!row || (row.provider_subscription_id !== null && row.provider_subscription_id !== id)) return;
      if (row.provider_subscription_id === null)
        await inTransaction(db, (trx) => subscriptions.update(trx, row.id, { provider_subscription_id: id }));
      await this.refresh(row.id, at);
    },

    /** Handles a webhook about an invoice: records its payment and refreshes its subscription. */
    async applyInvoice({ id, subscriptionId, at }: { id: string; subscriptionId: string | null; at: Date }) {
      if (subscriptionId === null || !provider) return;
      const row = await subscriptions.findByProvider('stripe', subscriptionId);
      if (!row) return;
      const invoice = await provider.retrieveInvoice(id);
      await inTransaction(db, (trx) => recordPaid(trx, row, invoice));
      await this.refresh(row.id, at);
    },
  };
}

/** Returns the user columns derived from a subscription. */
function flagsOf(row: SubscriptionRow): Parameters<UsersService['change']>[2] {
  const isSubscribed = isSubscribedBy(row.state);
  return {
    is_subscribed: isSubscribed,
    will_unsubscribed: isSubscribed && row.cancel_at_period_end,
    subscription_expires_at: isSubscribed ? expiresAtOf(row) : null,
    // An app store collects its payments itself: no card of ours is concerned.
    stripe_invoice_status: isSubscribed && row.provider === 'stripe' ? row.invoice_status : null,
  };
}

const newest = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a);

/** Formats the period of a payment: the month's name or the year's number. */
const periodOf = (date: Date, interval: 'month' | 'year'): string =>
  lightFormat(inJapan.in(date), interval === 'year' ? 'y年分' : 'M月分');
