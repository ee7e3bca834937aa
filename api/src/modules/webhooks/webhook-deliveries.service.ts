import type { WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { ClaimedDelivery, WebhookDeliveriesRepository, WebhookDeliveryRow } from './webhook-deliveries.repository';
import type { WebhookEndpointsRepository } from './webhook-endpoints.repository';
import type { WebhookAttempt, WebhookSender } from './webhook-sender';

/** The time between an attempt that failed and the next, as Standard Webhooks proposes: 76 hours in all. */
const RETRY_AFTER_MS = [
  5 * millisecondsInSecond,
  5 * millisecondsInMinute,
  30 * millisecondsInMinute,
  2 * millisecondsInHour,
  5 * millisecondsInHour,
  10 * millisecondsInHour,
  14 * millisecondsInHour,
  20 * millisecondsInHour,
  24 * millisecondsInHour,
];
/** A webhook is stopped when every attempt has failed for this long. */
const STOPPED_AFTER_MS = 3 * millisecondsInDay;
/** How long a process has a delivery that it sends: longer than its deadline. */
const CLAIM_MS = 30 * millisecondsInSecond;
/** Tests and repetitions of one organizer. */
const BY_HAND = { max: 30, windowSeconds: 600 };
/** The receiver wants no more of them. */
const GONE = 410;

interface WebhookDeliveriesDeps {
  db: Db;
  endpoints: WebhookEndpointsRepository;
  deliveries: WebhookDeliveriesRepository;
  send: WebhookSender;
  jobs: Jobs;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
}

interface NewDelivery {
  endpointId: string;
  messageId: string;
  type: WebhookDelivery['type'];
  body: string;
}

const toDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  status: row.status,
  durationMs: row.duration_ms,
  answer: row.answer,
});

const hasArrived = ({ status }: WebhookAttempt) => status !== null && status >= 200 && status < 300;

export type WebhookDeliveriesService = ReturnType<typeof createWebhookDeliveriesService>;

/** Sends messages to webhooks: at least once, each attempt by one process, outside of any transaction. */
export function createWebhookDeliveriesService(deps: WebhookDeliveriesDeps) {
  const { db, endpoints, deliveries, send, jobs, mails, limiter, clock } = deps;

  const enqueue = (trx: Trx, deliveryId: string, at: Date) => jobs.enqueue(trx, 'send-webhook', { deliveryId }, at);

  async function queue(trx: Trx, delivery: NewDelivery): Promise<WebhookDeliveryRow | undefined> {
    const now = clock.now();
    const row = await deliveries.insert(trx, { ...delivery, id: newId('whd'), now });
    if (row) await enqueue(trx, row.id, now);
    return row;
  }

  /** Records the outcome of an attempt, and applies it to the delivery and its webhook. */
  async function record(trx: Trx, { id, endpointId }: ClaimedDelivery, attempt: WebhookAttempt): Promise<void> {
    // Deleted meanwhile, with its deliveries.
    const endpoint = await endpoints.lock(trx, endpointId);
    if (!endpoint) return;
    const now = clock.now();
    if (hasArrived(attempt)) {
      await deliveries.record(trx, id, attempt, { state: 'delivered', nextAttemptAt: null });
      if (endpoint.failing_since !== null) await endpoints.update(trx, endpointId, { failing_since: null });
      return;
    }
    const failingSince = endpoint.failing_since ?? now;
    const isOver = attempt.status === GONE || now.getTime() - failingSince.getTime() >= STOPPED_AFTER_MS;
    const waitMs = isOver ? undefined : RETRY_AFTER_MS[await deliveries.attemptsOf(trx, id)];
    const nextAttemptAt = waitMs === undefined ? null : new Date(now.getTime() + waitMs);
    await deliveries.record(trx, id, attempt, { state: nextAttemptAt ? 'pending' : 'failed', nextAttemptAt });
    if (nextAttemptAt) await enqueue(trx, id, nextAttemptAt);
    const isStopping = isOver && endpoint.stopped_at === null;
    await endpoints.update(trx, endpointId, {
      failing_since: failingSince,
      ...(isStopping ? { stopped_at: now } : {}),
    });
    const { email, user_id: userId, nickname, url } = endpoint;
    if (isStopping && email !== null)
      await mails.send(trx, 'webhook_stopped', { to: email, userId, nickname, host: new URL(url).host });
  }

  async function requireRunning(trx: Trx, { id: userId }: SignedInViewer, id: string): Promise<void> {
    const endpoint = await endpoints.lockOwn(trx, userId, id);
    if (!endpoint) throw new AppError('not_found');
    if (endpoint.stopped_at !== null)
      throw new AppError('conflict', { sentence: 'このWebhookは停止中です。再開してからお試しください。' });
  }

  return {
    /** Queues a message for a webhook, once, and its first attempt after the commit. */
    queue,

    /** Job handler: makes the attempt that is due, if another process has not begun it. */
    async send({ deliveryId }: { deliveryId: string }): Promise<void> {
      const now = clock.now();
      const claimed = await deliveries.claim(deliveryId, now, new Date(now.getTime() + CLAIM_MS));
      if (!claimed) return;
      if (claimed.isStopped) return deliveries.giveUp(claimed.id, 'Webhookが停止中のため、送信しませんでした。');
      const attempt = await send(claimed.message);
      await inTransaction(db, (trx) => record(trx, claimed, attempt));
    },

    async list({ id: userId }: SignedInViewer, id: string): Promise<{ items: WebhookDelivery[] }> {
      if (!(await endpoints.list(userId)).some((endpoint) => endpoint.id === id)) throw new AppError('not_found');
      return { items: (await deliveries.list(id)).map(toDelivery) };
    },

    async test(viewer: SignedInViewer, endpointId: string): Promise<WebhookDelivery> {
      await limiter.consume(`webhooks:${viewer.id}`, BY_HAND);
      return inTransaction(db, async (trx) => {
        await requireRunning(trx, viewer, endpointId);
        const body = JSON.stringify({ type: 'test', timestamp: clock.now().toISOString(), data: {} });
        const row = await queue(trx, { endpointId, messageId: newId('msg'), type: 'test', body });
        if (!row) throw new Error(`A test of ${endpointId} has an id that is taken`);
        return toDelivery(row);
      });
    },

    async resend(
      viewer: SignedInViewer,
      { id: endpointId, deliveryId }: { id: string; deliveryId: string },
    ): Promise<WebhookDelivery> {
      await limiter.consume(`webhooks:${viewer.id}`, BY_HAND);
      return inTransaction(db, async (trx) => {
        await requireRunning(trx, viewer, endpointId);
        const now = clock.now();
        const row = await deliveries.restart(trx, endpointId, deliveryId, now);
        if (!row) throw new AppError('not_found');
        await enqueue(trx, deliveryId, now);
        return toDelivery(row);
      });
    },
  };
}
