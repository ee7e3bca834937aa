import type { Insertable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { InvitationsTable } from '../../../tables/events';
import type { InvitationRow } from './invitation-row';

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>;

/** Repository of invitation codes. */
export function createInvitationsRepository(db: Db) {
  return {
    list(eventId: string): Promise<InvitationRow[]> {
      return db
        .selectFrom('invitations')
        .selectAll()
        .where('event_id', '=', eventId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },

    async count(trx: Trx, eventId: string): Promise<number> {
      const { count } = await trx
        .selectFrom('invitations')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('event_id', '=', eventId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async hasTicketType(trx: Trx, eventId: string, ticketTypeId: string): Promise<boolean> {
      const row = await trx
        .selectFrom('ticket_types')
        .select('id')
        .where('id', '=', ticketTypeId)
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns nothing when the event already has this code. */
    insert(trx: Trx, row: Insertable<InvitationsTable>): Promise<InvitationRow | undefined> {
      return trx
        .insertInto('invitations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['event_id', 'code']).doNothing())
        .returningAll()
        .executeTakeFirst();
    },

    /** Revokes a code unless already revoked. Returns false when the event has no such code. */
    async revoke(trx: Trx, eventId: string, id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('invitations')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
        .where('id', '=', id)
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
