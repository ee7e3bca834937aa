import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';
import { hasRoomFor } from './has-room';

/**
 * The counters of seats; nothing else changes them. Seats are taken by one conditional statement, which locks the
 * ticket type until the transaction ends, and released only under that lock.
 */
export const seatsRepository = {
  /** Holds seats that are not yet confirmed, all or none. Returns false when too few are left or others wait. */
  async hold(trx: Trx, ticketTypeId: string, count = 1): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set held = held + ${sql.lit(count)} where t.id = ${ticketTypeId} and ${sql.raw(hasRoomFor(count))} returning t.id`.execute(
      trx,
    );
    return rows.length > 0;
  },

  /** Takes seats as sold, all or none. Returns false when too few are left or others wait. */
  async take(trx: Trx, ticketTypeId: string, count = 1): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set sold = sold + ${sql.lit(count)} where t.id = ${ticketTypeId} and ${sql.raw(hasRoomFor(count))} returning t.id`.execute(
      trx,
    );
    return rows.length > 0;
  },

  /** Holds a seat for the first on the waiting list. Returns false when none is left. */
  async holdForWaiting(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set held = held + 1
      where t.id = ${ticketTypeId} and (t.quota is null or t.sold + t.held < t.quota) returning t.id`.execute(trx);
    return rows.length > 0;
  },

  /** Turns a held seat into a sold one. */
  async confirmHeld(trx: Trx, ticketTypeId: string): Promise<void> {
    await sql`update ticket_types set held = held - 1, sold = sold + 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** Turns a sold seat into a held one for another user. */
  async keepSold(trx: Trx, ticketTypeId: string): Promise<void> {
    await sql`update ticket_types set sold = sold - 1, held = held + 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** Frees a seat. */
  async free(trx: Trx, ticketTypeId: string, from: 'held' | 'sold'): Promise<void> {
    const column = sql.ref(from);
    await sql`update ticket_types set ${column} = ${column} - 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** Locks a ticket type against taking and releasing seats until the transaction ends. */
  async lock(trx: Trx, ticketTypeId: string): Promise<void> {
    await trx.selectFrom('ticket_types').select('id').where('id', '=', ticketTypeId).forNoKeyUpdate().execute();
  },

  /** Does the same for the ticket of a participation. Returns false when there is no such participation. */
  async lockOf(trx: Trx, participationId: string): Promise<boolean> {
    const { rows } = await sql`
      select id from ticket_types where id = (select ticket_type_id from participations where id = ${participationId}) for no key update`.execute(
      trx,
    );
    return rows.length > 0;
  },

  /** Does the same for all tickets of an event. */
  async lockAll(trx: Trx, eventId: string): Promise<void> {
    await trx
      .selectFrom('ticket_types')
      .select('id')
      .where('event_id', '=', eventId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  },

  /** Returns whether a new user would get a seat. */
  async hasRoom(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } =
      await sql`select from ticket_types t where t.id = ${ticketTypeId} and ${sql.raw(hasRoomFor(1))}`.execute(trx);
    return rows.length > 0;
  },
};

export type SeatsRepository = typeof seatsRepository;
