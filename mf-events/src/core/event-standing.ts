import type { ClassroomEvent } from '@manabiba/shared/contract/events';

import { headlineTicket, isScarce, openTickets, seatsLeft, ticketSale } from './tickets';

/** The public status of an event, as its badge shows it. */
export type EventStanding =
  | { name: 'cancelled' | 'ended' | 'live' | 'sold_out' | 'before_sale' | 'sale_over' | 'open' }
  | { name: 'scarce'; left: number };

/** Whether an event is completely over. The clock takes precedence over a state that the server has not updated yet. */
export function isEventOver(event: Pick<ClassroomEvent, 'state' | 'endAt'>, now: Date): boolean {
  return (
    event.state === 'cancelled' ||
    event.state === 'ended' ||
    event.state === 'archived' ||
    now.getTime() >= Date.parse(event.endAt)
  );
}

/**
 * Returns the one status worth showing for an event in a list.
 *
 * The end takes precedence over availability. An event is sold out only when no open ticket is left; while other
 * tickets have seats, scarcity refers to the ticket whose price is shown.
 */
export function eventStanding(event: ClassroomEvent, now: Date): EventStanding {
  if (event.state === 'cancelled') return { name: 'cancelled' };
  if (isEventOver(event, now)) return { name: 'ended' };
  if (event.state === 'live') return { name: 'live' };
  const tickets = openTickets(event);
  const sales = tickets.map((ticket) => ticketSale(ticket, now));
  const headline = headlineTicket(event, 'CreateAccount');
  if (!headline) return { name: 'sale_over' };
  if (tickets.every((ticket) => seatsLeft(ticket) === 0)) return { name: 'sold_out' };
  if (!sales.includes('open')) return { name: sales.includes('before') ? 'before_sale' : 'sale_over' };
  const left = seatsLeft(headline);
  return isScarce(headline) && left !== null ? { name: 'scarce', left } : { name: 'open' };
}
