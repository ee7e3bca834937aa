import { SOLD_OUT } from '@manabiba/shared/contract/error-sentences';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, Participation } from '@manabiba/shared/contract/tickets';

import { isEventOver } from '../../core/event-standing';
import { isLiveParticipation } from '../../core/participation/participation-status';
import { seatsLeft, ticketSale } from '../../core/tickets';

/** The state of the checkout page, derived from the event alone so that every window agrees. */
export type CheckoutStanding =
  | { kind: 'pay'; ticket: AnyTicket }
  | { kind: 'done' | 'processing' | 'store'; participation: Participation; ticket: AnyTicket | undefined }
  /** `ticket`: what can be bought again. */
  | { kind: 'refund'; participation: Participation; ticket: AnyTicket | undefined }
  | { kind: 'expired'; ticket: AnyTicket }
  | { kind: 'waiting' }
  | { kind: 'closed'; reason: string; soldOut?: AnyTicket };

/** Ticket types sold through checkout. */
const isSold = ({ kind, price }: AnyTicket) => (kind === 'general' || kind === 'student') && price > 0;

/** The ticket for the archive after the event, at the price at which its purchase began. */
function archiveTicketOf({ archiveTicket, myParticipation: mine }: ClassroomEvent): AnyTicket | undefined {
  if (!archiveTicket) return undefined;
  const isBegun = mine?.ticketTypeId === archiveTicket.id && isLiveParticipation(mine);
  return isBegun ? { ...archiveTicket, price: mine.amount + (mine.discount ?? 0) } : archiveTicket;
}

function ticketOf(event: ClassroomEvent, asked: string | null): AnyTicket | undefined {
  const sold = event.tickets.filter(isSold);
  return (
    sold.find(({ id }) => id === (event.myParticipation?.ticketTypeId ?? asked)) ??
    sold.find(({ id }) => id === asked) ??
    sold.find(({ kind }) => kind === 'general') ??
    sold[0]
  );
}

function obstacle(ticket: AnyTicket, now: Date): string | null {
  switch (ticketSale(ticket, now)) {
    case 'before':
      return 'お申し込みの受付は、まだ始まっていません。';
    case 'over':
      return ticket.kind === 'archive'
        ? 'このアーカイブは、いま販売していません。'
        : 'お申し込みの受付は終了しました。';
    case 'sold_out':
      return SOLD_OUT;
    case 'open':
      return null;
  }
}

const canBuy = (ticket: AnyTicket | undefined, now: Date) => ticket !== undefined && obstacle(ticket, now) === null;

/** Returns the state of a user's payment. `asked`: the ticket type in the link. */
export function checkoutStanding(event: ClassroomEvent, asked: string | null, now: Date): CheckoutStanding {
  const isOver = isEventOver(event, now);
  const isOfSeat = event.myParticipation !== null && event.myParticipation.route !== 'archive';
  const hasSeatStill = isOfSeat && isLiveParticipation(event.myParticipation);
  const ticket = isOver && !hasSeatStill ? archiveTicketOf(event) : ticketOf(event, asked);
  // A seat that was given back does not keep anybody from buying the archive.
  const isPast = isOver && isOfSeat && !hasSeatStill && canBuy(ticket, now);
  const mine = isPast ? null : event.myParticipation;
  const state = mine?.state;
  if (mine && (state === 'confirmed' || state === 'joined')) return { kind: 'done', participation: mine, ticket };
  if (mine && (state === 'refund_pending' || state === 'refunded'))
    return { kind: 'refund', participation: mine, ticket: canBuy(ticket, now) ? ticket : undefined };
  if (mine && state === 'pending_payment')
    return { kind: mine.konbini ? 'store' : 'processing', participation: mine, ticket };
  if (event.state === 'cancelled') return { kind: 'closed', reason: 'このイベントは中止になりました。' };
  if (isOver && ticket?.kind !== 'archive') return { kind: 'closed', reason: 'このイベントは終了しました。' };
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
export function taxOf({ price, taxRate }: Pick<AnyTicket, 'price' | 'taxRate'>): number {
  return Math.floor((price * taxRate) / (100 + taxRate));
}
