import { sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

/** The provider's events: stored as they come, until they are applied and for a while after. */
export function createWebhooksRepository(db: Db) {
  return {
    /** Returns false for one that is stored already. */
    async store(
      trx: Trx,
      { id, type, payload }: { id: string; type: string; payload: object },
      now: Date,
    ): Promise<boolean> {
      const stored = await trx
        .insertInto('webhook_events')
        .values({ id, type, payload: JSON.stringify(payload), received_at: now, due_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return stored !== undefined;
    },

    /** Those that wait, the first received first. */
    listDue: (now: Date, limit: number): Promise<{ id: string; payload: object; attempts: number }[]> =>
      db
        .selectFrom('webhook_events')
        .select(['id', 'payload', 'attempts'])
        .where('applied_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    async markApplied(ids: string[], now: Date): Promise<void> {
      await db
        .updateTable('webhook_events')
        .set({ applied_at: now, last_error: null })
        .where('id', 'in', ids)
        .execute();
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
