import type { Insertable, Updateable } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { TicketTypesTable } from '../../../tables/events';
import type { TicketTypeRow } from '../events.repository';

/**
 * Repository of ticket types as organizers edit them. `sold` and `held` belong to the participations: nothing here
 * writes them.
 */
export const ticketTypesRepository = {
  insert(trx: Trx, row: Insertable<TicketTypesTable>): Promise<TicketTypeRow> {
    return trx.insertInto('ticket_types').values(row).returningAll().executeTakeFirstOrThrow();
  },

  find(trx: Trx, id: string): Promise<TicketTypeRow> {
    return trx.selectFrom('ticket_types').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  },

  update(trx: Trx, id: string, set: Updateable<TicketTypesTable>): Promise<TicketTypeRow> {
    return trx.updateTable('ticket_types').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  },

  /** Tells whether such a ticket was ever requested, whatever the outcome. */
  async hasParticipations(trx: Trx, id: string): Promise<boolean> {
    const row = await trx
      .selectFrom('participations')
      .select('id')
      .where('ticket_type_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  async delete(trx: Trx, id: string): Promise<void> {
    await trx.deleteFrom('ticket_types').where('id', '=', id).execute();
  },
};

export type TicketTypesRepository = typeof ticketTypesRepository;
