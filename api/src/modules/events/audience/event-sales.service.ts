import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { EventSales, getOrganizerSales } from '@manabiba/shared/contract/event-sales';
import type { AnyTicket, TicketType } from '@manabiba/shared/contract/tickets';
import { eachMonthOfInterval, lightFormat, startOfMonth, subMonths } from 'date-fns';

import type { SignedInViewer } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import { inJapan } from '../../../platform/moments';
import { percentOf } from '../../../platform/money';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { EventsService } from '../events.service';
import type { EventSalesRepository, SalesRow } from './event-sales.repository';

interface EventSalesDeps {
  sales: EventSalesRepository;
  authority: EventAuthorityService;
  events: EventsService;
  /** The platform fee per ticket, in percent. */
  feePercent: number;
  clock: Clock;
}

type Sold = Pick<SalesRow, 'amount' | 'number'>;

const CONFIRMED: readonly string[] = ['confirmed', 'joined'];
const GOES_BACK: readonly string[] = ['refund_pending', 'refunded'];

const countOf = (rows: readonly Sold[]) => rows.reduce((sum, { number }) => sum + number, 0);
const amountOf = (rows: readonly Sold[]) => rows.reduce((sum, { number, amount }) => sum + number * amount, 0);
const inStates = (rows: readonly SalesRow[], states: readonly string[]) =>
  rows.filter(({ state }) => states.includes(state));

/** How many months an organizer's sales cover. */
const MONTHS = 12;

export type EventSalesService = ReturnType<typeof createEventSalesService>;

/** Sales of events. */
export function createEventSalesService({ sales, authority, events, feePercent, clock }: EventSalesDeps) {
  const feeOf = (rows: readonly Sold[]) =>
    rows.reduce((sum, { number, amount }) => sum + number * percentOf(amount, feePercent), 0);

  /** Computed from the participations. The fee is rounded down for each one, as it is charged. */
  async function salesOf(viewer: SignedInViewer, eventId: string): Promise<EventSales> {
    const [[event], rows] = await Promise.all([events.findMany(viewer, [eventId]), sales.rows(eventId)]);
    const seats = event?.tickets ?? [];
    const archiveTicket = event?.archiveTicket ?? null;
    const confirmed = inStates(rows, CONFIRMED);
    const gross = amountOf(confirmed);
    const fee = feeOf(confirmed);
    return {
      applications: countOf(confirmed.filter((row) => row.ticket_type_id !== archiveTicket?.id)),
      paid: countOf(confirmed.filter(({ amount }) => amount > 0)),
      seats: seatsOf(seats),
      gross,
      fee,
      net: gross - fee,
      feePercent,
      refunded: amountOf(inStates(rows, GOES_BACK)),
      waitlisted: countOf(inStates(rows, ['waitlisted'])),
      pendingPayment: countOf(inStates(rows, ['pending_payment'])),
      held: countOf(inStates(rows, ['held', 'offered'])),
      perTicket: [...seats, ...(archiveTicket ? [archiveTicket] : [])].map((ticket) => ofTicket(ticket, rows)),
      perDay: perDay(confirmed),
    };
  }

  return {
    async get(viewer: SignedInViewer, eventId: string): Promise<EventSales> {
      await authority.require(viewer, eventId, 'readSales');
      return salesOf(viewer, eventId);
    },

    /** Returns the sales of an event of anybody, for the staff. The caller has already checked that it exists. */
    getForStaff: salesOf,

    /** Returns the last twelve months in Japan including this one, with months without sales. */
    async byMonth(viewer: SignedInViewer): Promise<EndpointOutput<typeof getOrganizerSales>> {
      const end = clock.now();
      const start = subMonths(startOfMonth(end, inJapan), MONTHS - 1);
      const months = eachMonthOfInterval({ start, end }, inJapan).map((month) => lightFormat(month, 'yyyy-MM'));
      const rows = await sales.byMonth(viewer.id, new Date(start));
      return {
        months: months.map((month) => {
          const ofMonth = rows.filter((row) => row.month === month);
          const gross = amountOf(ofMonth);
          return { month, applications: countOf(ofMonth), gross, net: gross - feeOf(ofMonth) };
        }),
      };
    },
  };
}

function seatsOf(tickets: readonly TicketType[]): number | null {
  return tickets.some(({ quota }) => quota === null) ? null : tickets.reduce((sum, { quota }) => sum + (quota ?? 0), 0);
}

function ofTicket(
  { id, name, quota, sold, held }: AnyTicket,
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
