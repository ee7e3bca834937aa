import { addMilliseconds, subHours, subMilliseconds } from 'date-fns';

import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import type { AppStoreService } from './app-stores/app-store.service';
import type { ApplySubscriptionService } from './apply-subscription.service';
import type { PlanPricesService } from './plan-prices.service';
import type { PlansService } from './plans/plans.service';
import type { SubscriptionProvider } from './provider/subscription-provider';
import type { SubscribeService } from './subscribe.service';
import { INCOMPLETE_MS, TRIAL_MAIL_MS } from './subscription-row';
import type { SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository';

interface SettleDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  provider: SubscriptionProvider | null;
  plans: PlansService;
  subscribing: SubscribeService;
  appStores: AppStoreService;
  apply: ApplySubscriptionService;
  users: UsersService;
  mails: MailsService;
  prices: PlanPricesService;
  clock: Clock;
}

const BATCH = 200;

export interface SubscriptionReconciliation {
  checked: number;
  repaired: number;
  /** The provider's subscriptions and invoices that are not ours. */
  unknown: string[];
}

export type SettleSubscriptionsService = ReturnType<typeof createSettleSubscriptionsService>;

/** Scheduled settlement of subscriptions. Every step is idempotent because it starts from the current state. */
export function createSettleSubscriptionsService(deps: SettleDeps) {
  const { db, subscriptions, provider, plans, subscribing, appStores, apply, users, mails, prices, clock } = deps;

  /** Throws without a provider, so that the job is retried: one was configured when the plan was paid. */
  function reachable(): SubscriptionProvider {
    if (!provider) throw new Error('Plan changes need a payment provider, and none is configured.');
    return provider;
  }

  /** Sends the mail about the end of a trial once. */
  async function mailTrialEnd(trx: Trx, seen: SubscriptionRow): Promise<void> {
    const person = await users.lock(trx, seen.user_id);
    const row = await subscriptions.lock(trx, seen.id);
    if (row?.state !== 'trialing' || row.trial_mail_at !== null || row.trial_ends_at === null) return;
    const plan = await plans.get(row.next_plan_id ?? row.plan_id, trx);
    if (person.email !== null)
      await mails.send(trx, 'plan_trial_ends', {
        to: person.email,
        userId: person.id,
        nickname: person.nickname,
        plan: plan.name,
        interval: plan.interval,
        amount: String(plan.price),
        until: row.trial_ends_at.toISOString(),
      });
    await apply.change(trx, person, row, { trial_mail_at: clock.now() });
  }

  async function settleOwn(row: SubscriptionRow): Promise<void> {
    const now = clock.now();
    const { row: current } = (await apply.refresh(row.id)) ?? { row };
    const { state, provider_subscription_id: providerId, grace_ends_at: graceEndsAt } = current;
    if (state === 'incomplete' && addMilliseconds(current.created_at, INCOMPLETE_MS) <= now)
      await subscribing.expire(row.id);
    // The grace period is over without a payment: the plan ends.
    if (state === 'past_due' && graceEndsAt && graceEndsAt <= now && providerId !== null) {
      await reachable().cancelNow(providerId);
      await apply.refresh(row.id);
    }
    if (state === 'trialing' && current.trial_ends_at && subMilliseconds(current.trial_ends_at, TRIAL_MAIL_MS) <= now)
      await inTransaction(db, (trx) => mailTrialEnd(trx, current));
  }

  return {
    jobHandlers: {
      async 'settle-subscription'({ subscriptionId }: { subscriptionId: string }): Promise<void> {
        const row = await subscriptions.find(subscriptionId);
        if (!row || row.state === 'cancelled') return;
        await (row.provider === 'stripe' ? settleOwn(row) : appStores.settle(row));
      },

      /** Voids the open invoice of a subscription at the provider. */
      async 'void-invoice'({ subscriptionId }: { subscriptionId: string }): Promise<void> {
        const row = await subscriptions.find(subscriptionId);
        if (!row?.open_invoice_id) return;
        const asked = reachable();
        const invoice = await asked.retrieveInvoice(row.open_invoice_id);
        if (invoice.status === 'open') await asked.giveUpInvoice(invoice.id, 'void');
        await apply.refresh(row.id);
      },

      /** Cancels an ended subscription at the provider and closes its open invoice. */
      async 'cancel-subscription'({ subscriptionId }: { subscriptionId: string }): Promise<void> {
        const row = await subscriptions.find(subscriptionId);
        if (row?.provider !== 'stripe' || row.state !== 'cancelled' || row.provider_subscription_id === null) return;
        const asked = reachable();
        await asked.cancelNow(row.provider_subscription_id);
        const { invoice } = await asked.retrieve(row.provider_subscription_id);
        if (invoice?.status === 'open') await asked.giveUpInvoice(invoice.id, 'uncollectible');
      },
    },

    /**
     * Queries the provider for every live subscription and for subscriptions and paid invoices of the last two days.
     * New prices of plans reach their subscribers here.
     */
    async reconcile(): Promise<SubscriptionReconciliation> {
      const result: SubscriptionReconciliation = { checked: 0, repaired: 0, unknown: [] };
      if (!provider) return result;
      const successors = await prices.listSuccessors();
      let after = '';
      for (let rows = await subscriptions.listLiveAfter(after, BATCH); rows.length > 0;) {
        for (const row of rows) {
          after = row.id;
          result.checked += 1;
          const applied = await apply.refresh(row.id);
          if (applied && applied.row.state !== row.state) result.repaired += 1;
          if (applied) await prices.follow(applied.row, successors);
        }
        rows = await subscriptions.listLiveAfter(after, BATCH);
      }
      const since = subHours(clock.now(), 2 * 24);
      for await (const { id, subscriptionId } of provider.listSince(since)) {
        const row = subscriptionId ? await subscriptions.find(subscriptionId) : undefined;
        if (!row) result.unknown.push(id);
        else if (row.provider_subscription_id === null)
          await apply.applySubscription({ id, subscriptionId, at: since });
      }
      for await (const { id, subscriptionId } of provider.listPaidInvoices(since))
        await apply.applyInvoice({ id, subscriptionId, at: since });
      return result;
    },
  };
}
