import { addMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import type Stripe from 'stripe';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { Jobs } from '../../../platform/jobs/jobs';
import type { ApplyPaymentService } from '../apply-payment.service';
import { interpretEvent, type ProviderEvent, type SubscriptionNews } from '../provider-objects';
import { type IntentWebhook, sortWebhooks } from './decisive-webhooks';
import type { StoredWebhook, WebhooksRepository } from './webhooks.repository';

export interface ApplyWebhooksDeps {
  db: Db;
  webhooks: WebhooksRepository;
  apply: ApplyPaymentService;
  /** Handlers for changes of subscriptions and invoices. */
  subscriptions: {
    applySubscription(news: SubscriptionNews): Promise<void>;
    applyInvoice(news: SubscriptionNews): Promise<void>;
  };
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  /** Called for each event that fails and will be retried. */
  onTrouble: (error: unknown) => void;
}

/** Webhooks that query the provider, applied concurrently; leaves the other database connections to requests. */
const AT_ONCE = 4;
/** Webhooks per transaction; buyers of the same tickets wait for its locks. */
const MAX_OF_TRANSACTION = 25;
/** Delay before the first retry, doubled up to the maximum, in milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 10 * millisecondsInMinute;

/** Returns the provider's id of the object that a webhook is about. */
const subjectOf = ({ id, payload }: StoredWebhook): string => {
  const { object } = (payload as Stripe.Event).data;
  return 'id' in object && typeof object.id === 'string' ? object.id : id;
};

/** Groups webhooks by object, in order of receipt. */
function queuesOf(due: readonly StoredWebhook[]): StoredWebhook[][] {
  const queues = new Map<string, StoredWebhook[]>();
  for (const event of due) {
    const subject = subjectOf(event);
    queues.set(subject, [...(queues.get(subject) ?? []), event]);
  }
  return [...queues.values()];
}

const idsOf = (all: readonly StoredWebhook[]) => all.map(({ id }) => id);

/**
 * Applies pending webhooks. Failures are retried later. Applying is idempotent, so a webhook whose applied mark is lost
 * in a crash is applied again.
 */
export function createApplyWebhooksService(deps: ApplyWebhooksDeps) {
  const { db, webhooks, apply, subscriptions, jobs, clock, onTrouble } = deps;

  async function applyEvent(event: ProviderEvent): Promise<void> {
    if (event.kind === 'intent') await apply.applyIntent(event.intent);
    else if (event.kind === 'charge') await apply.applyCharges([event.charge]);
    else if (event.kind === 'refund') await apply.applyRefund(event.refund);
    else if (event.kind === 'subscription') await subscriptions.applySubscription(event);
    else if (event.kind === 'invoice') await subscriptions.applyInvoice(event);
  }

  async function postpone({ id, attempts }: StoredWebhook, error: unknown): Promise<void> {
    onTrouble(error);
    const dueAt = addMilliseconds(clock.now(), Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
    const reason = error instanceof Error ? error.message : String(error);
    await inTransaction(db, async (trx) => {
      await webhooks.postpone(trx, id, { dueAt, error: reason });
      await jobs.enqueue(trx, 'apply-webhooks', {}, dueAt);
    });
  }

  /** Applies webhooks concurrently, those about one object in sequence. */
  async function applySeparately(due: readonly StoredWebhook[]): Promise<void> {
    const queues = queuesOf(due);
    const applied: StoredWebhook[] = [];
    const applyOne = async (stored: StoredWebhook) => {
      try {
        await applyEvent(interpretEvent(stored.payload as Stripe.Event));
        applied.push(stored);
      } catch (error) {
        await postpone(stored, error);
      }
    };
    const work = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift())
        for (const stored of queue) await applyOne(stored);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await webhooks.markApplied(idsOf(applied), clock.now());
  }

  /** Applies several in one transaction; falls back to one by one when it fails. */
  async function applyTogether(stored: readonly StoredWebhook[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onTrouble(error);
      return applySeparately(stored);
    }
    await webhooks.markApplied(idsOf(stored), clock.now());
  }

  async function applyIntents(intents: readonly IntentWebhook[]): Promise<void> {
    const news = await apply.changing(intents.map(({ event }) => event.intent));
    const byIntent = new Map(intents.map(({ stored, event }) => [event.intent, stored]));
    const changing = new Set(news.map(({ intent }) => intent));
    const unchanged = intents.filter(({ event }) => !changing.has(event.intent)).map(({ stored }) => stored);
    await webhooks.markApplied(idsOf(unchanged), clock.now());
    for (let from = 0; from < news.length; from += MAX_OF_TRANSACTION) {
      const some = news.slice(from, from + MAX_OF_TRANSACTION);
      const stored = some.flatMap(({ intent }) => byIntent.get(intent) ?? []);
      await applyTogether(stored, () => apply.applyIntents(some));
    }
  }

  return {
    async applyAll(due: readonly StoredWebhook[]): Promise<void> {
      const { intents, charges, single, ignored } = sortWebhooks(due);
      await webhooks.markApplied(idsOf(ignored), clock.now());
      await applyIntents(intents);
      if (charges.length > 0)
        await applyTogether(
          charges.map(({ stored }) => stored),
          () => apply.applyCharges(charges.map(({ event }) => event.charge)),
        );
      await applySeparately(single);
    },
  };
}
