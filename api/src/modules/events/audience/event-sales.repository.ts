import type { Participation } from '@manabiba/shared/contract/tickets';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/** How many participations of one ticket type, state, price and day of confirmation there are. */
export interface SalesRow {
  ticket_type_id: string;
  state: Participation['state'];
  amount: number;
  /** In Japan, as yyyy-MM-dd; null when it was never confirmed. */
  day: string | null;
  number: number;
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
  };
}
