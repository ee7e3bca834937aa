import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';

/** A verified webhook. */
export interface VerifiedWebhook {
  id: string;
  type: string;
  payload: object;
}
export interface StoredWebhook {
  id: string;
  payload: object;
  attempts: number;
}

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

/** The provider's events, stored on receipt and deleted some time after they are applied. */
export function createWebhooksRepository(db: Db) {
  return {
    /** Returns whether any of them is new. */
    async store(trx: Trx, given: readonly VerifiedWebhook[], now: Date): Promise<boolean> {
      // Sorts by id so that two transactions that store the same events do not deadlock.
      const events = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const of = (column: 'id' | 'type') => events.map((event) => event[column]);
      const { rows } = await sql`
        insert into webhook_events (id, type, payload, received_at, due_at)
        select id, type, payload::jsonb, ${now}, ${now}
        from unnest(${of('id')}::text[], ${of('type')}::text[], ${events.map(({ payload }) => JSON.stringify(payload))}::text[]) e(id, type, payload)
        on conflict (id) do nothing returning id`.execute(trx);
      return rows.length > 0;
    },

    /** Lists due webhooks in order of receipt. */
    listDue: (now: Date, limit: number): Promise<StoredWebhook[]> =>
      db
        .selectFrom('webhook_events')
        .select(['id', 'payload', 'attempts'])
        .where('applied_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    async markApplied(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await sql`update webhook_events set applied_at = ${now}, last_error = null where id = any(${ids})`.execute(db);
    },

    async postpone(trx: Trx, id: string, { dueAt, error }: { dueAt: Date; error: string }): Promise<void> {
      await trx
        .updateTable('webhook_events')
        .set({ due_at: dueAt, last_error: error, attempts: sql`attempts + 1` })
        .where('id', '=', id)
        .execute();
    },

    async deleteAppliedBefore(before: Date): Promise<void> {
      await db.deleteFrom('webhook_events').where('applied_at', '<', before).execute();
    },
  };
}
