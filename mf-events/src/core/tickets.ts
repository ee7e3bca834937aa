import type { FunnelLabel } from '@manabiba/shared/analytics/funnel';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, TicketType } from '@manabiba/shared/contract/tickets';

export const ticketKindLabel: Record<AnyTicket['kind'], string> = {
  general: '一般',
  student: '学生',
  premium: 'プラン会員',
  invited: '招待',
  archive: 'アーカイブ視聴',
};

/** Tickets available to everyone. Invitation tickets are only reachable by code and are not listed with a price. */
export function openTickets(event: Pick<ClassroomEvent, 'tickets'>) {
  return event.tickets.filter((ticket) => ticket.kind !== 'invited');
}

/** Returns the seats neither sold nor held; null when there is no limit. */
export function seatsLeft(ticket: AnyTicket): number | null {
  return ticket.quota === null ? null : Math.max(0, ticket.quota - ticket.sold - ticket.held);
}

/** Seats are scarce below a fifth of the quota, or below six in a small room. */
export function isScarce(ticket: AnyTicket) {
  const left = seatsLeft(ticket);
  return left !== null && ticket.quota !== null && left > 0 && left <= Math.max(5, ticket.quota / 5);
}

export type TicketSale = 'before' | 'open' | 'sold_out' | 'over';

/** Returns the sale state of a ticket at `now`. Sold out takes precedence while the sale runs, but not after it. */
export function ticketSale(ticket: AnyTicket, now: Date): TicketSale {
  if (now.getTime() < Date.parse(ticket.saleStartAt)) return 'before';
  if (now.getTime() >= Date.parse(ticket.saleEndAt)) return 'over';
  return seatsLeft(ticket) === 0 ? 'sold_out' : 'open';
}

const kindsInOrder: Record<FunnelLabel, TicketType['kind'][]> = {
  JoinEvent: ['premium', 'general', 'student'],
  Subscription: ['student', 'general', 'premium'],
  PurchaseEvent: ['general', 'student', 'premium'],
  CreateAccount: ['general', 'student', 'premium'],
};

/**
 * Returns the ticket whose price and availability are shown prominently: the one this user would take. Undefined for an
 * event without open tickets.
 */
export function headlineTicket(event: Pick<ClassroomEvent, 'tickets'>, label: FunnelLabel): TicketType | undefined {
  const tickets = openTickets(event);
  for (const kind of kindsInOrder[label]) {
    const ofKind = tickets.filter((ticket) => ticket.kind === kind).sort((a, b) => a.price - b.price);
    const withSeats = ofKind.find((ticket) => seatsLeft(ticket) !== 0);
    if (withSeats ?? ofKind[0]) return withSeats ?? ofKind[0];
  }
  return undefined;
}
