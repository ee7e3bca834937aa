import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  deleteSubscription,
  getSubscription,
  Subscription,
  updateSubscription,
} from '@manabiba/shared/contract/plans';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError, notOffered } from '../../platform/app-error';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { ApplySubscriptionService } from './apply-subscription.service';
import type { CardsService } from './cards.service';
import { chooseNextPlan } from './next-plan';
import type { PlansService } from './plans/plans.service';
import type { SubscriptionProvider } from './provider/subscription-provider';
import { expiresAtOf, manageUrlOf, toSubscription } from './subscription-row';
import type { SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository';

interface SubscriptionsDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  provider: SubscriptionProvider | null;
  plans: PlansService;
  cards: CardsService;
  apply: ApplySubscriptionService;
}

type OwnRow = SubscriptionRow & { provider_subscription_id: string };
type Change = z.output<typeof updateSubscription.body>;

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;

/** Converts a row to the subscription that the user sees. */
export const showSubscription =
  (plans: PlansService) =>
  async (row: SubscriptionRow): Promise<Subscription> =>
    toSubscription(row, await plans.get(row.plan_id), row.next_plan_id ? await plans.get(row.next_plan_id) : null);

/** The user's subscription: viewing, changing and cancelling it. */
export function createSubscriptionsService(deps: SubscriptionsDeps) {
  const { db, subscriptions, plans, cards, apply } = deps;
  const show = showSubscription(plans);

  function reachable(): SubscriptionProvider {
    if (!deps.provider) throw notOffered();
    return deps.provider;
  }

  /** Returns the live subscription if it can be changed here; one from an app store is changed in the store. */
  async function own(viewer: SignedInViewer): Promise<OwnRow> {
    const row = await subscriptions.findLive(viewer.id);
    if (!row || row.state === 'incomplete') throw new AppError('not_found');
    const manageUrl = manageUrlOf(row);
    if (manageUrl !== null) throw new AppError('conflict', { fields: { manageUrl } });
    if (row.provider_subscription_id === null)
      throw new Error(`${row.id} is paid but has no subscription at the provider`);
    return { ...row, provider_subscription_id: row.provider_subscription_id };
  }

  /** Changes the plan from the next period on, or back to the current plan. */
  async function changePlan(
    provider: SubscriptionProvider,
    viewer: SignedInViewer,
    row: OwnRow,
    planId: string,
  ): Promise<void> {
    if (row.state === 'past_due') throw new AppError('payment_required');
    await chooseNextPlan({ provider, plans }, row, await plans.getFor(planId, viewer));
  }

  /** Pays the open invoice at once. Returns the client secret when 3-D Secure is required. */
  async function payOpen(
    provider: SubscriptionProvider,
    row: SubscriptionRow,
    paymentMethodId: string | null,
  ): Promise<string | null> {
    if (row.open_invoice_id === null) return null;
    const invoice = await provider.retrieveInvoice(row.open_invoice_id);
    if (invoice.status !== 'open') return null;
    const attempts = invoice.intentId === null ? [] : await provider.attemptsOf(invoice.intentId);
    const attempt = `${paymentMethodId ?? 'default'}-${attempts.length}`;
    const outcome = await provider.payInvoice(invoice, paymentMethodId, attempt);
    if (outcome === 'declined') throw new AppError('card_declined');
    return outcome === 'action_required' ? (await provider.retrieveInvoice(invoice.id)).clientSecret : null;
  }

  async function changeCard(provider: SubscriptionProvider, viewer: SignedInViewer, row: OwnRow, id: string) {
    const card = await cards.find(provider, id);
    const customerId = await cards.customerOf(provider, { userId: viewer.id, name: '', email: null });
    await cards.use(provider, customerId, card);
    await provider.change(await provider.retrieve(row.provider_subscription_id), { paymentMethodId: card.id });
    await cards.remember(viewer.id, card);
  }

  /** Returns the provider's current state, even after a partial failure. */
  async function refreshed(id: string): Promise<SubscriptionRow> {
    const applied = await apply.refresh(id);
    if (!applied) throw new Error(`${id} is missing after the update`);
    return applied.row;
  }

  return {
    /** Returns the live subscription, otherwise the latest one. */
    async get(viewer: SignedInViewer): Promise<EndpointOutput<typeof getSubscription>> {
      const row = await subscriptions.findLatest(viewer.id);
      if (!row) return { subscription: null };
      if (row.state !== 'incomplete') return { subscription: await show(row) };
      // Users returning from 3-D Secure land here first.
      const now = await refreshed(row.id);
      return { subscription: now.end_reason === 'declined' ? null : await show(now) };
    },

    async update(viewer: SignedInViewer, change: Change): Promise<EndpointOutput<typeof updateSubscription>> {
      const row = await own(viewer);
      const provider = reachable();
      let clientSecret: string | null = null;
      try {
        if (change.resume)
          await provider.change(await provider.retrieve(row.provider_subscription_id), { cancelAtPeriodEnd: false });
        if (change.planId !== undefined) await changePlan(provider, viewer, row, change.planId);
        if (change.paymentMethodId !== undefined) await changeCard(provider, viewer, row, change.paymentMethodId);
        if (change.paymentMethodId !== undefined || change.pay)
          clientSecret = await payOpen(provider, row, change.paymentMethodId ?? null);
      } catch (error) {
        if (error instanceof AppError && error.code === 'card_declined') await refreshed(row.id);
        throw error;
      }
      const subscription = await show(await refreshed(row.id));
      return clientSecret === null ? { subscription } : { subscription, clientSecret };
    },

    /** Cancels at the end of the paid period. Repeating it changes nothing. */
    async cancel(viewer: SignedInViewer, reason: string): Promise<EndpointOutput<typeof deleteSubscription>> {
      const row = await own(viewer);
      if (!row.cancel_at_period_end) {
        const provider = reachable();
        await inTransaction(db, (trx) => subscriptions.update(trx, row.id, { cancel_reason: reason }));
        await provider.change(await provider.retrieve(row.provider_subscription_id), { cancelAtPeriodEnd: true });
      }
      const written = await refreshed(row.id);
      return { willUnsubscribed: true, subscriptionExpiresAt: expiresAtOf(written).toISOString() };
    },
  };
}
