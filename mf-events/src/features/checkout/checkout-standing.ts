import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation, TicketType } from '@manabiba/shared/contract/tickets';

import { isEventOver } from '../../core/event-standing';
import { seatsLeft, ticketSale } from '../../core/tickets';

/** The state of the checkout page, derived from the event alone so that every window agrees. */
export type CheckoutStanding =
  | { kind: 'pay'; ticket: TicketType }
  | { kind: 'done' | 'processing' | 'store'; participation: Participation; ticket: TicketType | undefined }
  /** `ticket`: what can be bought again. */
  | { kind: 'refund'; participation: Participation; ticket: TicketType | undefined }
  | { kind: 'expired'; ticket: TicketType }
  | { kind: 'waiting' }
  | { kind: 'closed'; reason: string; soldOut?: TicketType };

/** Ticket types sold through checkout. */
const isSold = ({ kind, price }: TicketType) => (kind === 'general' || kind === 'student') && price > 0;

function ticketOf(event: ClassroomEvent, asked: string | null): TicketType | undefined {
  const sold = event.tickets.filter(isSold);
  return (
    sold.find(({ id }) => id === (event.myParticipation?.ticketTypeId ?? asked)) ??
    sold.find(({ id }) => id === asked) ??
    sold.find(({ kind }) => kind === 'general') ??
    sold[0]
  );
}

const SOLD_OUT = 'チケットは完売しました。';

function obstacle(ticket: TicketType, now: Date): string | null {
  switch (ticketSale(ticket, now)) {
    case 'before':
      return 'お申し込みの受付は、まだ始まっていません。';
    case 'over':
      return 'お申し込みの受付は終了しました。';
    case 'sold_out':
      return SOLD_OUT;
    case 'open':
      return null;
  }
}

const canBuy = (event: ClassroomEvent, ticket: TicketType | undefined, now: Date) =>
  ticket !== undefined && !isEventOver(event, now) && obstacle(ticket, now) === null;

/** Returns the state of a user's payment. `asked`: the ticket type in the link. */
export function checkoutStanding(event: ClassroomEvent, asked: string | null, now: Date): CheckoutStanding {
  const mine = event.myParticipation;
  const ticket = ticketOf(event, asked);
  const state = mine?.state;
  if (mine && (state === 'confirmed' || state === 'joined')) return { kind: 'done', participation: mine, ticket };
  if (mine && (state === 'refund_pending' || state === 'refunded'))
    return { kind: 'refund', participation: mine, ticket: canBuy(event, ticket, now) ? ticket : undefined };
  if (mine && state === 'pending_payment')
    return { kind: mine.konbini ? 'store' : 'processing', participation: mine, ticket };
  if (event.state === 'cancelled') return { kind: 'closed', reason: 'このイベントは中止になりました。' };
  if (isEventOver(event, now)) return { kind: 'closed', reason: 'このイベントは終了しました。' };
  if (!ticket) return { kind: 'closed', reason: 'このイベントに、お支払いの必要なチケットはありません。' };
  if (state === 'waitlisted') return { kind: 'waiting' };
  if (state === 'held' || state === 'offered') return { kind: 'pay', ticket };
  if (state === 'expired' && mine?.ticketTypeId === ticket.id && seatsLeft(ticket) !== 0)
    return { kind: 'expired', ticket };
  const reason = obstacle(ticket, now);
  return reason === null
    ? { kind: 'pay', ticket }
    : { kind: 'closed', reason, ...(reason === SOLD_OUT && { soldOut: ticket }) };
}

/** Returns the tax included in a price, rounded down as on the receipt. */
export function taxOf({ price, taxRate }: Pick<TicketType, 'price' | 'taxRate'>): number {
  return Math.floor((price * taxRate) / (100 + taxRate));
}
