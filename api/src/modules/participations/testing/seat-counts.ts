import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/** Returns all errors in the seats of all tickets: wrong counters, oversold seats, wrong participant counts. */
export async function wrongSeats(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select t.id, t.quota, t.sold, t.held, c.* from ticket_types t
    cross join lateral (
      select count(*) filter (where state in ('confirmed', 'joined'))::int as counted_sold,
        count(*) filter (where state in ('held', 'pending_payment', 'offered'))::int as counted_held
      from participations where ticket_type_id = t.id
    ) c
    where t.sold <> c.counted_sold or t.held <> c.counted_held or t.sold + t.held > t.quota
    union all
    select e.id, null, e.participant_count, null, count(p.id)::int, null from events e
    left join participations p on p.event_id = e.id and p.route <> 'archive' and p.state in ('confirmed', 'joined')
    group by e.id having e.participant_count <> count(p.id)`.execute(db);
  return rows;
}

/** Returns the counters of one ticket type. */
export async function seatsOf(db: Db, ticketTypeId: string): Promise<{ sold: number; held: number }> {
  return db
    .selectFrom('ticket_types')
    .select(['sold', 'held'])
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow();
}
