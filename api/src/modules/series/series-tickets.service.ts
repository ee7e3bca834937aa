import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { seriesTickets } from './series-tickets.repository';
import { seriesEnded, type SeriesService } from './series.service';

interface SeriesTicketsDeps {
  db: Db;
  seriesService: Pick<SeriesService, 'visible'>;
  clock: Clock;
}

/** What is bought at once. */
interface SeriesSale {
  title: string;
  discountPercent: number;
  ticketTypeIds: string[];
}

export type SeriesTicketsService = ReturnType<typeof createSeriesTicketsService>;

/** Tickets of the dates of a series. */
export function createSeriesTicketsService({ db, seriesService, clock }: SeriesTicketsDeps) {
  return {
    /**
     * Returns the tickets of these events of a series. Throws `conflict` for the host, `ended` after the end of the
     * series, and `invalid` unless each of them is a date with a paid ticket.
     */
    async forSale(viewer: SignedInViewer, id: string, eventIds: readonly string[]): Promise<SeriesSale> {
      const row = await seriesService.visible(viewer, id);
      if (row.host_id === viewer.id) throw new AppError('conflict');
      if (row.ended_at !== null) throw seriesEnded();
      const wanted = new Set(eventIds);
      const tickets = await seriesTickets(db, { id, viewerId: viewer.id, now: clock.now() });
      const ticketTypeIds = tickets.filter((each) => wanted.has(each.eventId)).map((each) => each.ticketTypeId);
      if (wanted.size < eventIds.length || ticketTypeIds.length < wanted.size)
        throw new AppError('invalid', { fields: { eventIds: 'この連続講座の有料の回を、2回以上選んでください。' } });
      return { title: row.title, discountPercent: row.discount_percent, ticketTypeIds };
    },
  };
}
