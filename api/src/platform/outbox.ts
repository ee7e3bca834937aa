import type { Trx } from './db';

/**
 * Says that something happened, in the transaction that made it happen: whoever reacts (notifications, live
 * documents) learns of it exactly when it is committed, and of nothing that was rolled back.
 */
export async function publish(trx: Trx, name: string, payload: Record<string, unknown>): Promise<void> {
  await trx.insertInto('domain_events').values({ name, payload: JSON.stringify(payload) }).execute();
}
