import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { Jobs } from '../../platform/jobs/jobs';
import type { UsersService } from '../users/users.service';
import type { SubscriptionsRepository } from './subscriptions.repository';
import type { TrialService } from './trial.service';

interface DeparturesDeps {
  subscriptions: SubscriptionsRepository;
  trial: TrialService;
  users: UsersService;
  jobs: Jobs;
  clock: Clock;
}

export type SubscriptionDeparturesService = ReturnType<typeof createSubscriptionDeparturesService>;

/** Ends the plan of a user who leaves. */
export function createSubscriptionDeparturesService(deps: DeparturesDeps) {
  const { subscriptions, trial, users, jobs, clock } = deps;
  return {
    /**
     * Ends the plan at once, and at the provider right after the commit, so that nothing is charged any more. An app
     * store plan ends here; only the user can cancel it in the store. The user's row must be locked.
     */
    async end(trx: Trx, userId: string): Promise<void> {
      const row = await subscriptions.lockLive(trx, userId);
      if (!row) return;
      const now = clock.now();
      if (row.state === 'incomplete') await trial.giveBack(trx, row.id, row.coupon_code);
      await subscriptions.update(trx, row.id, {
        state: 'cancelled',
        ended_at: now,
        end_reason: 'withdrawn',
        grace_ends_at: null,
        next_retry_at: null,
        settle_at: null,
        version: row.version + 1,
      });
      await users.change(trx, userId, {
        is_subscribed: false,
        will_unsubscribed: false,
        subscription_expires_at: null,
        stripe_invoice_status: null,
      });
      await jobs.enqueue(trx, 'cancel-subscription', { subscriptionId: row.id }, now);
    },
  };
}
