import { sql } from 'kysely';

import { type SeatsRepository, seatsRepository } from '../modules/participations/seats.repository';
import type { Db, Trx } from '../platform/database/db';

const add = async (trx: Trx, ticketTypeId: string, column: 'held' | 'sold'): Promise<boolean> => {
  await sql`update ticket_types set ${sql.ref(column)} = ${sql.ref(column)} + 1 where id = ${ticketTypeId}`.execute(
    trx,
  );
  return true;
};

/** A seats repository without its guarding condition: shows that the race tests detect an oversold ticket. */
export const unguardedSeats: SeatsRepository = {
  ...seatsRepository,
  hold: (trx, ticketTypeId) => add(trx, ticketTypeId, 'held'),
  take: (trx, ticketTypeId) => add(trx, ticketTypeId, 'sold'),
};

/** Drops the database's own guard too. Only for a test's own database. */
export async function dropSeatGuard(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = 'ticket_types'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%quota%sold + held%'`.execute(db);
  if (rows.length === 0) throw new Error('ticket_types has no guard to drop');
  for (const { name } of rows) await sql`alter table ticket_types drop constraint ${sql.ref(name)}`.execute(db);
}
