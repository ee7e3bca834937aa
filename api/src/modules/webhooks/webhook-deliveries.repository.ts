import type { WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { OutgoingWebhook, WebhookAttempt } from './webhook-sender';

/** How many deliveries of a webhook are kept. */
export const KEPT = 100;

const shown = [
  'id',
  'type',
  'created_at',
  'state',
  'attempts',
  'next_attempt_at',
  'status',
  'duration_ms',
  'answer',
] as const;

/** A delivery that this process may send. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  isStopped: boolean;
  message: OutgoingWebhook;
}

export type WebhookDeliveriesRepository = ReturnType<typeof createWebhookDeliveriesRepository>;
export type WebhookDeliveryRow = Awaited<ReturnType<WebhookDeliveriesRepository['list']>>[number];

export function createWebhookDeliveriesRepository(db: Db) {
  return {
    list: (endpointId: string) =>
      db
        .selectFrom('webhook_deliveries')
        .select(shown)
        .where('endpoint_id', '=', endpointId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(KEPT)
        .execute(),

    /** Inserts a delivery that is due at once. Returns nothing when the webhook has this message already. */
    insert(
      trx: Trx,
      row: {
        id: string;
        endpointId: string;
        messageId: string;
        type: WebhookDelivery['type'];
        body: string;
        now: Date;
      },
    ) {
      return trx
        .insertInto('webhook_deliveries')
        .values({
          id: row.id,
          endpoint_id: row.endpointId,
          message_id: row.messageId,
          type: row.type,
          body: row.body,
          next_attempt_at: row.now,
          created_at: row.now,
        })
        .onConflict((conflict) => conflict.columns(['endpoint_id', 'message_id']).doNothing())
        .returning(shown)
        .executeTakeFirst();
    },

    /** Makes a delivery due again, as if it had not been attempted. */
    restart: (trx: Trx, endpointId: string, id: string, now: Date) =>
      trx
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', attempts: 0, next_attempt_at: now })
        .where('id', '=', id)
        .where('endpoint_id', '=', endpointId)
        .returning(shown)
        .executeTakeFirst(),

    /** Takes a due delivery for this process until `until`. Returns nothing when it is not due, or another has it. */
    async claim(id: string, now: Date, until: Date): Promise<ClaimedDelivery | undefined> {
      const row = await db
        .updateTable('webhook_deliveries as d')
        .from(['webhook_endpoints as w', 'users as owner'])
        .set({ claimed_until: until })
        .whereRef('w.id', '=', 'd.endpoint_id')
        .whereRef('owner.id', '=', 'w.user_id')
        .where('d.id', '=', id)
        .where('d.state', '=', 'pending')
        .where('d.next_attempt_at', '<=', now)
        .where((eb) => eb.or([eb('d.claimed_until', 'is', null), eb('d.claimed_until', '<=', now)]))
        .returning([
          'd.id',
          'd.endpoint_id',
          'd.message_id',
          'd.body',
          'w.url',
          'w.stopped_at',
          'owner.state as owner_state',
          'w.secret',
          sql<string | null>`case when w.previous_secret_until > ${now} then w.previous_secret end`.as('previous'),
        ])
        .executeTakeFirst();
      if (!row) return undefined;
      return {
        id: row.id,
        endpointId: row.endpoint_id,
        isStopped: row.stopped_at !== null || row.owner_state === 'suspended' || row.owner_state === 'withdrawn',
        message: {
          url: row.url,
          messageId: row.message_id,
          body: row.body,
          secrets: row.previous === null ? [row.secret] : [row.secret, row.previous],
        },
      };
    },

    /** Counts an attempt and releases the claim. `nextAttemptAt` is null when it was the last. */
    async record(
      trx: Trx,
      id: string,
      { status, answer, durationMs }: WebhookAttempt,
      { state, nextAttemptAt }: { state: WebhookDelivery['state']; nextAttemptAt: Date | null },
    ) {
      await trx
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          attempts: eb('attempts', '+', 1),
          claimed_until: null,
          state,
          next_attempt_at: nextAttemptAt,
          status,
          answer,
          duration_ms: durationMs,
        }))
        .where('id', '=', id)
        .execute();
    },

    /** Gives a delivery up without an attempt. */
    async giveUp(id: string, answer: string) {
      await db
        .updateTable('webhook_deliveries')
        .set({ state: 'failed', next_attempt_at: null, claimed_until: null, answer })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .execute();
    },

    async attemptsOf(trx: Trx, id: string): Promise<number> {
      const { attempts } = await trx
        .selectFrom('webhook_deliveries')
        .select('attempts')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return attempts;
    },

    /** Returns deliveries that should have been attempted before this time. */
    findOverdue: (before: Date) =>
      db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<', before)
        .orderBy('next_attempt_at')
        .limit(KEPT)
        .execute(),

    /** Deletes what the log no longer shows. */
    async deleteOld() {
      await sql`delete from webhook_deliveries d using (
          select id, row_number() over (partition by endpoint_id order by created_at desc, id) as place
          from webhook_deliveries
        ) old where old.id = d.id and old.place > ${KEPT} and d.state <> 'pending'`.execute(db);
    },
  };
}
