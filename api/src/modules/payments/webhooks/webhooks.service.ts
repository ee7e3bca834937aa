import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { createBatch } from '../../../platform/batch';
import { inTransaction } from '../../../platform/database/transaction';
import type { PaymentProvider } from '../payment-provider';
import { type ApplyWebhooksDeps, createApplyWebhooksService } from './apply-webhooks.service';
import type { VerifiedWebhook } from './webhooks.repository';

interface WebhooksDeps extends ApplyWebhooksDeps {
  provider: PaymentProvider | null;
}

/** Webhooks processed per batch. */
const BATCH = 500;
/** Concurrent storing transactions, and webhooks per transaction. */
const STORES_AT_ONCE = 2;
const MAX_STORED = 100;
/** Retention of applied events, in milliseconds; the provider resends for three days at most. */
const KEPT_MS = 30 * millisecondsInDay;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/**
 * The provider's webhooks: stored and acknowledged at once, then applied by a job at least once, with retries.
 * Duplicates are stored once, and applying is idempotent.
 */
export function createWebhooksService(deps: WebhooksDeps) {
  const { db, webhooks, provider, jobs, clock } = deps;
  const { applyAll } = createApplyWebhooksService(deps);

  function storeAll(events: readonly VerifiedWebhook[]): Promise<void> {
    const now = clock.now();
    return inTransaction(db, async (trx) => {
      if (await webhooks.store(trx, events, now)) await jobs.enqueue(trx, 'apply-webhooks', {}, now);
    });
  }

  /**
   * Stores concurrent webhooks in one transaction; falls back to one by one so that a failing one does not block the
   * others.
   */
  const store = createBatch<VerifiedWebhook, PromiseSettledResult<void>>({
    atOnce: STORES_AT_ONCE,
    max: MAX_STORED,
    async load(events) {
      const [together] = await Promise.allSettled([storeAll(events)]);
      return together.status === 'fulfilled' || events.length === 1
        ? events.map(() => together)
        : Promise.allSettled(events.map((event) => storeAll([event])));
    },
  });

  return {
    /** Stores a webhook with a valid signature. Returns false for any other. */
    async receive(body: Buffer, signature: string | undefined): Promise<boolean> {
      const event = provider?.readEvent(body, signature ?? '');
      if (!event) return false;
      const stored = await store(event);
      if (stored.status === 'rejected') throw stored.reason;
      return true;
    },

    /** Job handler: applies all due webhooks. */
    async applyDue(): Promise<void> {
      for (let isMore = true; isMore;) {
        const due = await webhooks.listDue(clock.now(), BATCH);
        await applyAll(due);
        isMore = due.length === BATCH;
      }
    },

    deleteOld: (now: Date): Promise<void> => webhooks.deleteAppliedBefore(subMilliseconds(now, KEPT_MS)),
  };
}
