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
/** So many webhooks are applied at the same time; requests keep the other connections to the database. */
const AT_ONCE = 4;
/** Pause before the first retry; it doubles up to the longest. In milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 10 * 60_000;
/** How long applied events are kept, in milliseconds: the provider sends one again for three days at most. */
const KEPT_MS = 30 * 86_400_000;

type StoredWebhook = Awaited<ReturnType<WebhooksRepository['listDue']>>[number];

/** What a webhook is about, by the provider's id. */
const subjectOf = ({ id, payload }: StoredWebhook): string => {
  const { object } = (payload as Stripe.Event).data;
  return 'id' in object && typeof object.id === 'string' ? object.id : id;
};

/** Those about one object together, the first received first. */
function queuesOf(due: StoredWebhook[]): StoredWebhook[][] {
  const queues = new Map<string, StoredWebhook[]>();
  for (const event of due) {
    const subject = subjectOf(event);
    queues.set(subject, [...(queues.get(subject) ?? []), event]);
  }
  return [...queues.values()];
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/**
 * The provider's webhooks: stored and answered at once, applied afterwards by a job, each at least once and again after a
 * failure. One that comes twice is stored once. Applying one twice changes nothing.
 */
export function createWebhooksService(deps: WebhooksDeps) {
  const { db, webhooks, provider, apply, subscriptions, jobs, clock, onTrouble } = deps;

  /** Returns whether it is applied; otherwise it is due again later. */
  async function applyOne({ id, payload, attempts }: StoredWebhook): Promise<boolean> {
    try {
      const event = interpretEvent(payload as Stripe.Event);
      if (event.kind === 'intent') await apply.applyIntent(event.intent);
      else if (event.kind === 'charge') await apply.applyCharge(event.charge);
      else if (event.kind === 'refund') await apply.applyRefund(event.refund);
      else if (event.kind === 'subscription') await subscriptions.applySubscription(event);
      else if (event.kind === 'invoice') await subscriptions.applyInvoice(event);
      return true;
    } catch (error) {
      onTrouble(error);
      const dueAt = new Date(clock.now().getTime() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
      const reason = error instanceof Error ? error.message : String(error);
      await inTransaction(db, async (trx) => {
        await webhooks.postpone(trx, id, { dueAt, error: reason });
        await jobs.enqueue(trx, 'apply-webhooks', {}, dueAt);
      });
      return false;
    }
  }

  /** Several at once, those about one object one after the other. One whose mark is lost with the process is applied again. */
  async function applyAll(due: StoredWebhook[]): Promise<void> {
    const queues = queuesOf(due);
    const applied: string[] = [];
    const work = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift())
        for (const event of queue) if (await applyOne(event)) applied.push(event.id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (applied.length > 0) await webhooks.markApplied(applied, clock.now());
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
        await applyAll(due);
        isMore = due.length === BATCH;
      }
    },

    deleteOld: (now: Date): Promise<void> => webhooks.deleteAppliedBefore(new Date(now.getTime() - KEPT_MS)),
  };
}
