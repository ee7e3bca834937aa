import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { hasRoomFor } from '../has-room';
import { LIVE_STATES } from '../participations.repository';

/** A user who wants a ticket. */
export interface Wish {
  eventId: string;
  ticketTypeId: string;
  userId: string;
}

export type SoldOutRepository = ReturnType<typeof createSoldOutRepository>;

/** Spelled out exactly as in the index of live participations, so that the planner matches it. */
const live = sql.join(LIVE_STATES.map((state) => sql.lit(state)));

/** Checks seats without taking any. */
export function createSoldOutRepository(db: Db) {
  return {
    /**
     * Returns the indexes of wishes that cannot succeed: the ticket is on sale but sold out, the event takes place, and
     * the user has no participation in it.
     */
    async findVain(wishes: readonly Wish[], now: Date): Promise<number[]> {
      const { rows } = await sql<{ place: number }>`
        with wishes as materialized (
          select event_id, ticket_id, user_id, place
          from unnest(${wishes.map(({ eventId }) => eventId)}::text[], ${wishes.map(({ ticketTypeId }) => ticketTypeId)}::text[],
            ${wishes.map(({ userId }) => userId)}::text[]) with ordinality w(event_id, ticket_id, user_id, place)
        ), gone as materialized (
          select t.id, t.event_id from ticket_types t join events e on e.id = t.event_id
          where t.id in (select ticket_id from wishes) and e.state in ('published', 'open', 'live') and e.end_at > ${now}
            and t.sale_start_at <= ${now} and t.sale_end_at > ${now} and not (${sql.raw(hasRoomFor(1))})
        )
        select w.place::int from wishes w join gone g on g.id = w.ticket_id and g.event_id = w.event_id
        where not exists (select from participations p where p.event_id = w.event_id and p.user_id = w.user_id and p.state in (${live}))`.execute(
        db,
      );
      return rows.map(({ place }) => place - 1);
    },
  };
}
