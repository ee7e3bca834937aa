import type { Participation } from '@manabiba/shared/contract/tickets';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/** The number of participations for one ticket type, state, price and day of confirmation. */
export interface SalesRow {
  ticket_type_id: string;
  state: Participation['state'];
  amount: number;
  /** In Japan, as yyyy-MM-dd; null when it was never confirmed. */
  day: string | null;
  number: number;
}

export interface MonthRow extends Pick<SalesRow, 'amount' | 'number'> {
  /** In Japan, as yyyy-MM. */
  month: string;
}

export type EventSalesRepository = ReturnType<typeof createEventSalesRepository>;

export function createEventSalesRepository(db: Db) {
  return {
    rows(eventId: string): Promise<SalesRow[]> {
      return db
        .selectFrom('participations')
        .select([
          'ticket_type_id',
          'state',
          'amount',
          sql<string | null>`to_char(confirmed_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`.as('day'),
          sql<number>`count(*)::int`.as('number'),
        ])
        .where('event_id', '=', eventId)
        .groupBy(['ticket_type_id', 'state', 'amount', 'day'])
        .execute();
    },

    /**
     * Counts, over all events of an organizer, participations confirmed since then and not refunded, by month and
     * price.
     */
    byMonth(organizerId: string, since: Date): Promise<MonthRow[]> {
      return db
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .select([
          sql<string>`to_char(p.confirmed_at at time zone 'Asia/Tokyo', 'YYYY-MM')`.as('month'),
          'p.amount',
          sql<number>`count(*)::int`.as('number'),
        ])
        .where('e.organizer_id', '=', organizerId)
        .where('p.state', 'in', ['confirmed', 'joined'])
        .where('p.confirmed_at', '>=', since)
        .groupBy(['month', 'p.amount'])
        .execute();
    },
  };
}
