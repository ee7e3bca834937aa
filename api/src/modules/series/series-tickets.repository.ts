import type { SeriesTicket } from '@manabiba/shared/contract/series';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { hasRoomFor } from '../participations/has-room';

/**
 * Returns the cheapest paid general ticket of each event of a series, one on sale before others. A seat that the viewer
 * holds for a payment is still on sale for them.
 */
export async function seriesTickets(
  db: Db,
  { id, viewerId, now }: { id: string; viewerId: string | null; now: Date },
): Promise<SeriesTicket[]> {
  const { rows } = await sql<SeriesTicket>`
    select e.id as "eventId", t.id as "ticketTypeId", t.name, t.price, t.tax_rate as "taxRate",
      case
        when mine.state in ('confirmed', 'joined') then 'taken'
        when mine.ticket_type_id <> t.id or mine.state not in ('held', 'pending_payment') then 'applying'
        else t.state end as state
    from classrooms c
    join events e on e.id = c.event_id
    left join participations mine on mine.event_id = e.id and mine.user_id = ${viewerId}::text
      and mine.state in ('held', 'pending_payment', 'confirmed', 'joined', 'waitlisted', 'offered')
    cross join lateral (
      select * from (select t.*, case
        when e.state not in ('published', 'open', 'live') or e.end_at <= ${now} or t.sale_end_at <= ${now} then 'ended'
        when t.sale_start_at > ${now} then 'not_open'
        when mine.ticket_type_id = t.id or ${sql.raw(hasRoomFor(1))} then 'on_sale'
        else 'sold_out' end as state
      from ticket_types t where t.event_id = e.id and t.kind = 'general' and t.price > 0) t
      order by t.state <> 'on_sale', t.price, t.position, t.id limit 1
    ) t
    where c.series_id = ${id} and c.state <> 'cancelled'`.execute(db);
  return rows;
}
