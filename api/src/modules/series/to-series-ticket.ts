import type { SeriesTicket } from '@manabiba/shared/contract/series';

import type { SeriesTicketRow } from './series-tickets.repository';

export const toSeriesTicket = (row: SeriesTicketRow | undefined): SeriesTicket | null =>
  row
    ? {
        eventId: row.event_id,
        ticketTypeId: row.ticket_type_id,
        name: row.name,
        price: row.price,
        taxRate: row.tax_rate,
        state: row.state,
      }
    : null;
