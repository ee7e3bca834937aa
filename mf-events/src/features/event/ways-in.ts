import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import type { Me, SignedInMe } from '@manabiba/shared/contract/users';

import { openTickets, ticketKindLabel, ticketSale } from '../../core/tickets';

/** How a user can get a seat at an event. */
export type WayIn =
  /** A free seat. */
  | { kind: 'free'; ticket: TicketType }
  /** A seat that costs something. */
  | { kind: 'paid'; ticket: TicketType }
  /** All seats are gone: a place in the waiting list. */
  | { kind: 'wait'; ticket: TicketType }
  | { kind: 'none'; reason: string };

/**
 * Returns the tickets available to the viewer, cheapest first. Invitation tickets require a code; users aged 12 or
 * under cannot buy.
 */
function ticketsFor(event: ClassroomEvent, me: SignedInMe): TicketType[] {
  const may: Record<TicketType['kind'], boolean> = {
    premium: me.isSubscribed,
    student: me.isStudentAge,
    // Users aged 12 or under take student seats or come by invitation.
    general: me.canCommunicateAge,
    invited: false,
  };
  return event.tickets
    .filter(({ kind, price }) => may[kind] && (price === 0 || me.canCommunicateAge))
    .sort((a, b) => a.price - b.price);
}

/**
 * Returns the tickets listed with their prices. Users aged 12 or under, who cannot buy, see only the seats that they can
 * take.
 */
export function listedTickets(event: ClassroomEvent, me: Me): TicketType[] {
  return me.role === 'anonymous' || me.canCommunicateAge ? openTickets(event) : ticketsFor(event, me);
}

/** Whether a plan would give the viewer a free seat now. */
export function planIncludesSeat(event: ClassroomEvent, me: SignedInMe, now: Date): boolean {
  if (me.isSubscribed || !me.canCommunicateAge) return false;
  return event.tickets.some(
    (ticket) => ticket.kind === 'premium' && ticket.price === 0 && ticketSale(ticket, now) === 'open',
  );
}

function whyNone(event: ClassroomEvent, me: SignedInMe): string {
  const kinds = [...new Set(event.tickets.map(({ kind }) => kind))].filter((kind) => kind !== 'invited');
  if (kinds.length === 0) return 'このイベントは招待された方のみご参加いただけます。';
  if (!me.canCommunicateAge) return 'このイベントには、12歳以下の方がお申し込みいただける席がありません。';
  return `このイベントは、${kinds.map((kind) => ticketKindLabel[kind]).join('・')}の方のみお申し込みいただけます。`;
}

/**
 * Returns the best way to get a seat: free before paid, an available seat before the waiting list. A user who may take
 * no ticket reads who the event is for.
 */
export function wayIn(
  event: ClassroomEvent,
  me: SignedInMe,
  { now, formatMoment }: { now: Date; formatMoment: (moment: Date) => string },
): WayIn {
  const tickets = ticketsFor(event, me).map((ticket) => ({ ticket, sale: ticketSale(ticket, now) }));
  const find = (sale: (typeof tickets)[number]['sale']) => tickets.find((each) => each.sale === sale)?.ticket;
  const open = find('open');
  if (open) return { kind: open.price === 0 ? 'free' : 'paid', ticket: open };
  const hasBegun = event.state === 'live' || now.getTime() >= Date.parse(event.startAt);
  const full = find('sold_out');
  if (full && hasBegun) return { kind: 'none', reason: '満席のため、お申し込みの受付を終了しました。' };
  if (full && !me.canCommunicateAge) return { kind: 'none', reason: '満席です。' };
  if (full) return { kind: 'wait', ticket: full };
  const coming = find('before');
  if (coming)
    return { kind: 'none', reason: `お申し込みの受付は${formatMoment(new Date(coming.saleStartAt))}に始まります。` };
  if (tickets.length === 0) return { kind: 'none', reason: whyNone(event, me) };
  const last = Math.max(...tickets.map(({ ticket }) => Date.parse(ticket.saleEndAt)));
  return { kind: 'none', reason: `お申し込みの受付は${formatMoment(new Date(last))}に終了しました。` };
}
