import type { EventSales } from '@manabiba/shared/contract/event-sales';
import type { TicketType } from '@manabiba/shared/contract/tickets';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { percentOf } from '../../../platform/money';
import type { OrganizedEventsRepository } from '../editing/organized-events.repository';
import type { EventsService } from '../events.service';
import type { EventSalesRepository, SalesRow } from './event-sales.repository';

interface EventSalesDeps {
  sales: EventSalesRepository;
  organized: OrganizedEventsRepository;
  events: EventsService;
  /** What the platform keeps of a ticket, in percent. */
  feePercent: number;
}

const CONFIRMED: readonly string[] = ['confirmed', 'joined'];
const GOES_BACK: readonly string[] = ['refund_pending', 'refunded'];

const countOf = (rows: readonly SalesRow[]) => rows.reduce((sum, { number }) => sum + number, 0);
const amountOf = (rows: readonly SalesRow[]) => rows.reduce((sum, { number, amount }) => sum + number * amount, 0);
const inStates = (rows: readonly SalesRow[], states: readonly string[]) =>
  rows.filter(({ state }) => states.includes(state));

export type EventSalesService = ReturnType<typeof createEventSalesService>;

/** What an event has sold. */
export function createEventSalesService({ sales, organized, events, feePercent }: EventSalesDeps) {
  return {
    /** Counted from the participations. The fee is rounded down for each of them, as it is taken from each of them. */
    async get(viewer: SignedInViewer, eventId: string): Promise<EventSales> {
      if (!(await organized.isOrganizer(eventId, viewer.id))) throw new AppError('not_found');
      const [[event], rows] = await Promise.all([events.findMany(viewer, [eventId]), sales.rows(eventId)]);
      const tickets = event?.tickets ?? [];
      const confirmed = inStates(rows, CONFIRMED);
      const gross = amountOf(confirmed);
      const fee = confirmed.reduce((sum, { number, amount }) => sum + number * percentOf(amount, feePercent), 0);
      return {
        applications: countOf(confirmed),
        seats: seatsOf(tickets),
        gross,
        fee,
        net: gross - fee,
        feePercent,
        refunded: amountOf(inStates(rows, GOES_BACK)),
        waitlisted: countOf(inStates(rows, ['waitlisted'])),
        pendingPayment: countOf(inStates(rows, ['pending_payment'])),
        held: countOf(inStates(rows, ['held', 'offered'])),
        perTicket: tickets.map((ticket) => ofTicket(ticket, rows)),
        perDay: perDay(confirmed),
      };
    },
  };
}

function seatsOf(tickets: readonly TicketType[]): number | null {
  return tickets.some(({ quota }) => quota === null) ? null : tickets.reduce((sum, { quota }) => sum + (quota ?? 0), 0);
}

function ofTicket(
  { id, name, quota, sold, held }: TicketType,
  rows: readonly SalesRow[],
): EventSales['perTicket'][number] {
  const own = rows.filter(({ ticket_type_id }) => ticket_type_id === id);
  return {
    ticketTypeId: id,
    name,
    quota,
    sold,
    held,
    waitlisted: countOf(inStates(own, ['waitlisted'])),
    gross: amountOf(inStates(own, CONFIRMED)),
  };
}

function perDay(confirmed: readonly SalesRow[]): EventSales['perDay'] {
  const days = [...new Set(confirmed.flatMap(({ day }) => day ?? []))].sort();
  return days.map((day) => {
    const ofDay = confirmed.filter((row) => row.day === day);
    return { day, applications: countOf(ofDay), gross: amountOf(ofDay) };
  });
}
