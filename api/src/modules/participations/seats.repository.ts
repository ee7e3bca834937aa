import { sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

/** Of the ticket type "t": a seat is left, and nobody waits for it. */
const hasRoom = sql<boolean>`(t.quota is null or t.sold + t.held < t.quota)
  and not exists (select from participations w where w.ticket_type_id = t.id and w.state = 'waitlisted')`;

/**
 * The counters of seats. Nothing else touches them. Whoever takes a seat does so by one conditional statement, which locks the ticket
 * type until the transaction ends; whoever gives one up has locked it before.
 */
export const seatsRepository = {
  /** Keeps a seat for somebody who has not got it for sure. False when none is left, or others wait. */
  async hold(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set held = held + 1 where t.id = ${ticketTypeId} and ${hasRoom} returning t.id`.execute(
      trx,
    );
    return rows.length > 0;
  },

  /** Takes a seat for good. False when none is left, or others wait. */
  async take(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set sold = sold + 1 where t.id = ${ticketTypeId} and ${hasRoom} returning t.id`.execute(
      trx,
    );
    return rows.length > 0;
  },

  /** Keeps a seat for whoever waits first. False when none is left. */
  async holdForWaiting(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } = await sql`
      update ticket_types t set held = held + 1
      where t.id = ${ticketTypeId} and (t.quota is null or t.sold + t.held < t.quota) returning t.id`.execute(trx);
    return rows.length > 0;
  },

  /** A seat that was kept is somebody's for good. */
  async confirmHeld(trx: Trx, ticketTypeId: string): Promise<void> {
    await sql`update ticket_types set held = held - 1, sold = sold + 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** A seat that was somebody's is kept for another. */
  async keepSold(trx: Trx, ticketTypeId: string): Promise<void> {
    await sql`update ticket_types set sold = sold - 1, held = held + 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** A seat is free again. */
  async free(trx: Trx, ticketTypeId: string, from: 'held' | 'sold'): Promise<void> {
    const column = sql.ref(from);
    await sql`update ticket_types set ${column} = ${column} - 1 where id = ${ticketTypeId}`.execute(trx);
  },

  /** Nobody else takes or gives up a seat of it until the transaction ends. */
  async lock(trx: Trx, ticketTypeId: string): Promise<void> {
    await trx.selectFrom('ticket_types').select('id').where('id', '=', ticketTypeId).forNoKeyUpdate().execute();
  },

  /** Likewise of all tickets of an event. */
  async lockAll(trx: Trx, eventId: string): Promise<void> {
    await trx
      .selectFrom('ticket_types')
      .select('id')
      .where('event_id', '=', eventId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  },

  /** Whether somebody who comes now gets a seat. */
  async hasRoom(trx: Trx, ticketTypeId: string): Promise<boolean> {
    const { rows } = await sql`select from ticket_types t where t.id = ${ticketTypeId} and ${hasRoom}`.execute(trx);
    return rows.length > 0;
  },
};

export type SeatsRepository = typeof seatsRepository;
