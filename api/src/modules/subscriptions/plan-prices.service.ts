import { PRICE_NOTICE_DAYS } from '@manabiba/shared/contract/limits';
import { addDays, startOfDay } from 'date-fns';

import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { inJapan } from '../../platform/moments';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import type { ApplySubscriptionService } from './apply-subscription.service';
import { chooseNextPlan } from './next-plan';
import type { PlansRepository } from './plans/plans.repository';
import type { PlansService } from './plans/plans.service';
import type { SubscriptionProvider } from './provider/subscription-provider';
import { isSubscribedBy } from './subscription-row';
import type { SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository';

interface PlanPricesDeps {
  db: Db;
  subscriptions: SubscriptionsRepository;
  provider: SubscriptionProvider | null;
  plans: PlansService;
  planRows: Pick<PlansRepository, 'listReplaced'>;
  apply: ApplySubscriptionService;
  users: UsersService;
  mails: MailsService;
  clock: Clock;
}

/** Successors of plans by the plans' ids. */
type Successors = ReadonlyMap<string, string>;

/** Returns the first day in Japan on which a renewal may have a price that was announced at that time. */
const firstDayOf = (announcedAt: Date): Date =>
  new Date(startOfDay(addDays(announcedAt, PRICE_NOTICE_DAYS + 1, inJapan), inJapan));

export type PlanPricesService = ReturnType<typeof createPlanPricesService>;

/** New prices for current subscribers: announced at least 30 days before the first renewal at that price. */
export function createPlanPricesService(deps: PlanPricesDeps) {
  const { db, subscriptions, provider, plans, planRows, apply, users, mails, clock } = deps;

  /** Announces the price to the user, once, and records when. */
  async function announce(trx: Trx, seen: SubscriptionRow, successorId: string): Promise<void> {
    const person = await users.lock(trx, seen.user_id);
    const row = await subscriptions.lock(trx, seen.id);
    if (!row || !isSubscribedBy(row.state) || row.price_told_of === successorId) return;
    const now = clock.now();
    const [before, after] = [await plans.get(row.next_plan_id ?? row.plan_id, trx), await plans.get(successorId, trx)];
    await subscriptions.update(trx, row.id, { price_told_of: successorId, price_told_at: now });
    if (person.email === null) return;
    await mails.send(trx, 'plan_price_changes', {
      to: person.email,
      userId: person.id,
      nickname: person.nickname,
      plan: after.name,
      interval: after.interval,
      before: String(before.price),
      after: String(after.price),
      from: firstDayOf(now).toISOString(),
    });
  }

  return {
    listSuccessors: async (): Promise<Successors> =>
      new Map((await planRows.listReplaced()).flatMap(({ id, successor_id: next }) => (next ? [[id, next]] : []))),

    /**
     * Announces a new price to a subscriber, or applies it to the next period if it was announced long enough before
     * that begins. App stores announce and charge themselves.
     */
    async follow(row: SubscriptionRow, successors: Successors): Promise<void> {
      const successorId = successors.get(row.next_plan_id ?? row.plan_id);
      const providerId = row.provider_subscription_id;
      if (!successorId || !provider || row.provider !== 'stripe' || providerId === null) return;
      if (!isSubscribedBy(row.state)) return;
      if (row.price_told_of !== successorId || row.price_told_at === null)
        return inTransaction(db, (trx) => announce(trx, row, successorId));
      const isPaying = !row.cancel_at_period_end && row.state !== 'past_due';
      if (!isPaying || row.current_period_end < firstDayOf(row.price_told_at)) return;
      const known = { plan_id: row.plan_id, provider_subscription_id: providerId };
      await chooseNextPlan({ provider, plans }, known, await plans.get(successorId));
      await apply.refresh(row.id);
    },
  };
}
