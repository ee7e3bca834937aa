import type { ClassroomEvent } from '@manabiba/shared/contract/events';

import { headlineTicket, isScarce, openTickets, seatsLeft, ticketSale } from './tickets';

/** Where an event stands for somebody who passes by: what its badge says. */
export type EventStanding =
  | { name: 'cancelled' | 'ended' | 'live' | 'sold_out' | 'before_sale' | 'sale_over' | 'open' }
  | { name: 'scarce'; left: number };

/** Whether nothing of an event is still to come. The clock outranks a state that the server has not moved on yet. */
export function isEventOver(event: Pick<ClassroomEvent, 'state' | 'endAt'>, now: Date): boolean {
  return (
    event.state === 'cancelled' ||
    event.state === 'ended' ||
    event.state === 'archived' ||
    now.getTime() >= Date.parse(event.endAt)
  );
}

/**
 * The one thing worth saying about an event in a list.
 *
 * The end outranks the seats. It is sold out only when no open ticket is left; with seats elsewhere, scarcity speaks of
 * the ticket whose price stands beside it.
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
