import type { Trx } from '../../../platform/database/db';

/** The states of events that are published: each statement looks at the state that it leaves. */
export const eventStatesRepository = {
  /** Calls an event off; its calendar entry gets the next number. */
  async cancel(trx: Trx, eventId: string, reason: string, now: Date): Promise<void> {
    await trx
      .updateTable('events')
      .set((eb) => ({
        state: 'cancelled',
        cancelled_at: now,
        cancel_reason: reason,
        calendar_sequence: eb('calendar_sequence', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', eventId)
      .execute();
  },
};
