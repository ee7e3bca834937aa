import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { createAppSubscription, Subscription } from '@manabiba/shared/contract/plans';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError, notOffered } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { UsersService } from '../../users/users.service';
import type { ApplySubscriptionService } from '../apply-subscription.service';
import type { PlanRow } from '../plans/plans.repository';
import type { PlansService } from '../plans/plans.service';
import type { SubscriptionRow, SubscriptionsRepository } from '../subscriptions.repository';
import type { AppStore, StorePurchase } from './app-store';

interface AppStoreDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  plans: PlansService;
  apply: ApplySubscriptionService;
  users: UsersService;
  clock: Clock;
  /** Null for a store that is not configured. */
  stores: Record<'ios' | 'android', AppStore | null>;
  /** Converts a row to the subscription that the user sees. */
  show: (row: SubscriptionRow) => Promise<Subscription>;
}

export type AppStoreService = ReturnType<typeof createAppStoreService>;

const wrongReceipt = () => new AppError('invalid', { fields: { receipt: '購入情報を確認できませんでした。' } });

/** Subscriptions purchased, renewed and cancelled in the app stores. */
export function createAppStoreService(deps: AppStoreDeps) {
  const { db, subscriptions, plans, apply, users, clock, stores, show } = deps;

  const isOver = ({ isRevoked, expiresAt }: StorePurchase) => isRevoked || expiresAt <= clock.now();

  /** Returns the columns of a subscription for the state of a purchase. */
  function columnsOf(purchase: StorePurchase) {
    const { startedAt, expiresAt, isTrial, willRenew } = purchase;
    const ended = isOver(purchase);
    const state = isTrial ? ('trialing' as const) : ('active' as const);
    return {
      state: ended ? ('cancelled' as const) : willRenew === false ? ('will_cancel' as const) : state,
      started_at: startedAt,
      current_period_end: expiresAt,
      trial_ends_at: isTrial ? expiresAt : null,
      // The store itself notifies users of the end of a trial.
      trial_mail_at: isTrial ? clock.now() : null,
      cancel_at_period_end: willRenew === false,
      ended_at: ended ? clock.now() : null,
      end_reason: ended ? ('expired' as const) : null,
    };
  }

  /** Finds or inserts the subscription of a purchase. Throws `already` when it belongs to another user. */
  async function claim(
    trx: Trx,
    viewer: SignedInViewer,
    { provider }: AppStore,
    purchase: StorePurchase,
    plan: PlanRow,
  ): Promise<SubscriptionRow> {
    const person = await users.lock(trx, viewer.id);
    const known = await subscriptions.lockByProvider(trx, provider, purchase.id);
    if (known && known.user_id !== viewer.id) throw new AppError('already');
    const live = await subscriptions.lockLive(trx, viewer.id);
    if (live ? live.id !== known?.id : person.is_subscribed) throw new AppError('already');
    if (!known && isOver(purchase)) throw wrongReceipt();
    // Ignores a receipt older than the current one.
    if (known && !purchase.isRevoked && purchase.expiresAt < known.current_period_end) return known;
    const row =
      known ??
      (await subscriptions.insert(trx, {
        id: newId('sub'),
        user_id: viewer.id,
        plan_id: plan.id,
        provider,
        provider_subscription_id: purchase.id,
        state: 'incomplete',
        started_at: purchase.startedAt,
        current_period_end: purchase.startedAt,
        created_at: clock.now(),
      }));
    return apply.change(trx, person, row, { plan_id: plan.id, ...columnsOf(purchase) });
  }

  return {
    /** See the endpoint. Repeating a receipt changes nothing. */
    async create(
      viewer: SignedInViewer,
      { platform, receipt }: { platform: 'ios' | 'android'; receipt: string },
    ): Promise<EndpointOutput<typeof createAppSubscription>> {
      const store = stores[platform];
      if (!store) throw notOffered('アプリでのご購入は、ご利用いただけません。');
      const purchase = await store.read(receipt);
      if (!purchase) throw wrongReceipt();
      const plan = await plans.findByAppProduct(purchase.productId);
      if (!plan) throw new AppError('not_found');
      return { subscription: await show(await inTransaction(db, (trx) => claim(trx, viewer, store, purchase, plan))) };
    },

    /**
     * Called after the end of the period: queries the store for a renewal. Without an answer the subscription ends; a
     * store that cannot be queried would have sent a new receipt.
     */
    async settle(seen: SubscriptionRow): Promise<void> {
      const store = Object.values(stores).find((given) => given?.provider === seen.provider);
      const purchase =
        store?.ask && seen.provider_subscription_id !== null ? await store.ask(seen.provider_subscription_id) : null;
      await inTransaction(db, async (trx) => {
        const person = await users.lock(trx, seen.user_id);
        const row = await subscriptions.lock(trx, seen.id);
        if (!row || row.state === 'cancelled' || row.version !== seen.version) return;
        if (purchase) await apply.change(trx, person, row, columnsOf(purchase));
        else if (row.current_period_end <= clock.now())
          await apply.change(trx, person, row, { state: 'cancelled', ended_at: clock.now(), end_reason: 'expired' });
      });
    },
  };
}
