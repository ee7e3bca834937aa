import type Stripe from 'stripe';

import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import { interpretEvent, type SubscriptionNews } from './provider-objects';
import type { WebhooksRepository } from './webhooks.repository';

interface WebhooksDeps {
  db: Db;
  webhooks: WebhooksRepository;
  provider: PaymentProvider | null;
  apply: ApplyPaymentService;
  /** What is done with news of plans. */
  subscriptions: {
    applySubscription(news: SubscriptionNews): Promise<void>;
    applyInvoice(news: SubscriptionNews): Promise<void>;
  };
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  /** Told of each event that could not be applied and is tried again. */
  onTrouble: (error: unknown) => void;
}

const BATCH = 100;
/** Pause before the first retry; it doubles up to the longest. In milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 10 * 60_000;
/** How long applied events are kept, in milliseconds: the provider sends one again for three days at most. */
const KEPT_MS = 30 * 86_400_000;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/**
 * The provider's webhooks: stored and answered at once, applied afterwards by a job, each at least once and again after a
 * failure. One that comes twice is stored once. Applying one twice changes nothing.
 */
export function createWebhooksService(deps: WebhooksDeps) {
  const { db, webhooks, provider, apply, subscriptions, jobs, clock, onTrouble } = deps;

  /** Returns when to try again, null when it is applied. */
  async function applyOne({ id, payload, attempts }: Awaited<ReturnType<WebhooksRepository['listDue']>>[number]) {
    try {
      const event = interpretEvent(payload as Stripe.Event);
      if (event.kind === 'intent') await apply.applyIntent(event.intent);
      else if (event.kind === 'charge') await apply.applyCharge(event.charge);
      else if (event.kind === 'refund') await apply.applyRefund(event.refund);
      else if (event.kind === 'subscription') await subscriptions.applySubscription(event);
      else if (event.kind === 'invoice') await subscriptions.applyInvoice(event);
      await webhooks.markApplied(id, clock.now());
    } catch (error) {
      onTrouble(error);
      const dueAt = new Date(clock.now().getTime() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
      const reason = error instanceof Error ? error.message : String(error);
      await inTransaction(db, async (trx) => {
        await webhooks.postpone(trx, id, { dueAt, error: reason });
        await jobs.enqueue(trx, 'apply-webhooks', {}, dueAt);
      });
    }
  }

  return {
    /** Stores a webhook that the provider signed. Returns false for any other one. */
    async receive(body: Buffer, signature: string | undefined): Promise<boolean> {
      const event = provider?.readEvent(body, signature ?? '');
      if (!event) return false;
      const now = clock.now();
      await inTransaction(db, async (trx) => {
        if (await webhooks.store(trx, event, now)) await jobs.enqueue(trx, 'apply-webhooks', {}, now);
      });
      return true;
    },

    /** The job: applies everything that waits. */
    async applyDue(): Promise<void> {
      for (let isMore = true; isMore;) {
        const due = await webhooks.listDue(clock.now(), BATCH);
        for (const event of due) await applyOne(event);
        isMore = due.length === BATCH;
      }
    },

    deleteOld: (now: Date): Promise<void> => webhooks.deleteAppliedBefore(new Date(now.getTime() - KEPT_MS)),
  };
}
