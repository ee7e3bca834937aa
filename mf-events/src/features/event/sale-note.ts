import type { TicketType } from '@manabiba/shared/contract/events';
import { sayMoment } from '../../core/say-moment';
import { ticketSale } from '../../core/tickets';

/** From when until when a ticket that can still be had is sold, and how many one person may have. What costs nothing is not sold but given. */
export function saleNote(ticket: TicketType, now: Date): string {
  const sale = ticketSale(ticket, now);
  const word = ticket.price === 0 ? '受付' : '販売';
  const from = sale === 'before' ? `${sayMoment(ticket.saleStartAt)}から` : '';
  return `${word}は${from}${sayMoment(ticket.saleEndAt)}まで。お一人さま${ticket.maxPerUser}枚です。`;
}
