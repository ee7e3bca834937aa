import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { DiscountCodesTable, EventsTable, TicketTypesTable } from '../../../tables/events';
import { LIVE_STATES } from '../participations.repository';

export type DiscountCodeRow = Selectable<DiscountCodesTable>;
export type DiscountedTicket = Pick<Selectable<TicketTypesTable>, 'id' | 'price'>;

/** A code with its live participations and what has been paid for them. */
export interface DiscountFigures extends DiscountCodeRow {
  uses: number;
  gross: number;
}

export type DiscountsRepository = ReturnType<typeof createDiscountsRepository>;

/** Repository of discount codes. Their uses are the live participations with them. */
export function createDiscountsRepository(db: Db) {
  return {
    list(eventId: string): Promise<DiscountFigures[]> {
      return db
        .selectFrom('discount_codes as d')
        .leftJoin('participations as p', (join) =>
          join.onRef('p.discount_code_id', '=', 'd.id').on('p.state', 'in', LIVE_STATES),
        )
        .selectAll('d')
        .select([
          sql<number>`count(p.id)::int`.as('uses'),
          sql<number>`coalesce(sum(p.amount) filter (where p.state in ('confirmed', 'joined')), 0)::float8`.as('gross'),
        ])
        .where('d.event_id', '=', eventId)
        .groupBy('d.id')
        .orderBy('d.created_at', 'desc')
        .orderBy('d.id')
        .execute();
    },

    /** Returns the event of a new code, locked. */
    lockEvent(trx: Trx, eventId: string): Promise<Pick<Selectable<EventsTable>, 'state' | 'start_at'> | undefined> {
      return trx
        .selectFrom('events')
        .select(['state', 'start_at'])
        .where('id', '=', eventId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    tickets(trx: Trx, eventId: string): Promise<DiscountedTicket[]> {
      return trx.selectFrom('ticket_types').select(['id', 'price']).where('event_id', '=', eventId).execute();
    },

    /** Returns a ticket of a published event. */
    findTicket(eventId: string, ticketTypeId: string): Promise<DiscountedTicket | undefined> {
      return db
        .selectFrom('ticket_types as t')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .select(['t.id', 't.price'])
        .where('t.id', '=', ticketTypeId)
        .where('e.id', '=', eventId)
        .where('e.state', '<>', 'draft')
        .executeTakeFirst();
    },

    async count(trx: Trx, eventId: string): Promise<number> {
      const { count } = await trx
        .selectFrom('discount_codes')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('event_id', '=', eventId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns nothing when the event already has this code. */
    insert(trx: Trx, row: Insertable<DiscountCodesTable>): Promise<DiscountCodeRow | undefined> {
      return trx
        .insertInto('discount_codes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['event_id', 'code']).doNothing())
        .returningAll()
        .executeTakeFirst();
    },

    /** Revokes a code unless already revoked. Returns false when the event has no such code. */
    async revoke(trx: Trx, eventId: string, id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('discount_codes')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
        .where('id', '=', id)
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Finds an event's code as it is stored. */
    findTyped(eventId: string, code: string): Promise<DiscountCodeRow | undefined> {
      return db
        .selectFrom('discount_codes')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('code', '=', code)
        .executeTakeFirst();
    },

    /** Finds the same, locked: whoever wants to use it waits. Participation and payment are locked before. */
    lockTyped(trx: Trx, eventId: string, code: string): Promise<DiscountCodeRow | undefined> {
      return trx
        .selectFrom('discount_codes')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('code', '=', code)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    /** Does the same for the code of a participation. */
    lock(trx: Trx, id: string): Promise<DiscountCodeRow> {
      return trx
        .selectFrom('discount_codes')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
    },

    async countUses(id: string, on: Db | Trx = db): Promise<number> {
      const { uses } = await on
        .selectFrom('participations')
        .select(sql<number>`count(*)::int`.as('uses'))
        .where('discount_code_id', '=', id)
        .where('state', 'in', LIVE_STATES)
        .executeTakeFirstOrThrow();
      return uses;
    },
  };
}
