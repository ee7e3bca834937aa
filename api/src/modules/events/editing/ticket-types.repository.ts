import type { Insertable, Updateable } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { TicketTypesTable } from '../../../tables/events';
import { selectTicketTypes, type TicketTypeRow } from '../events.repository';

/**
 * Repository of ticket types as organizers edit them. `sold` and `held` belong to the participations: nothing here
 * writes them.
 */
export const ticketTypesRepository = {
  async insert(trx: Trx, row: Insertable<TicketTypesTable>): Promise<void> {
    await trx.insertInto('ticket_types').values(row).execute();
  },

  find(trx: Trx, id: string): Promise<TicketTypeRow> {
    return selectTicketTypes(trx).where('t.id', '=', id).executeTakeFirstOrThrow();
  },

  async update(trx: Trx, id: string, set: Updateable<TicketTypesTable>): Promise<void> {
    await trx.updateTable('ticket_types').set(set).where('id', '=', id).execute();
  },

  /** Returns whether such a ticket was ever requested, whatever the outcome. */
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
