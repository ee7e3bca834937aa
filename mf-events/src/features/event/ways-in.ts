import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { ticketKindLabel, ticketSale } from '../../core/tickets';

/** How somebody comes to a seat of an event. */
export type WayIn =
  /** A seat for nothing. */
  | { kind: 'free'; ticket: TicketType }
  /** A seat that costs something. */
  | { kind: 'paid'; ticket: TicketType }
  /** All seats are gone: a place in the waiting list. */
  | { kind: 'wait'; ticket: TicketType }
  | { kind: 'none'; reason: string };

/** The tickets that somebody may have, the cheapest first. Invited ones are had by a code alone. */
function ticketsFor(event: ClassroomEvent, me: SignedInMe): TicketType[] {
  const may: Record<TicketType['kind'], boolean> = {
    premium: me.isSubscribed,
    student: me.isStudentAge,
    // People of 12 or under take the seats of students, or come by invitation.
    general: me.canCommunicateAge,
    invited: false,
  };
  return event.tickets.filter(({ kind }) => may[kind]).sort((a, b) => a.price - b.price);
}

function whyNone(event: ClassroomEvent): string {
  const kinds = [...new Set(event.tickets.map(({ kind }) => kind))].filter((kind) => kind !== 'invited');
  if (kinds.length === 0) return 'このイベントは招待された方のみご参加いただけます。';
  if (kinds.includes('general')) return 'このイベントには、12歳以下の方がお申し込みいただける席がありません。';
  return `このイベントは、${kinds.map((kind) => ticketKindLabel[kind]).join('・')}の方のみお申し込みいただけます。`;
}

/**
 * The way into an event that suits somebody best: for nothing before for money, a seat now before the waiting list.
 * Somebody who may have no ticket at all is told whom the event is for.
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
  if (tickets.length === 0) return { kind: 'none', reason: whyNone(event) };
  const last = Math.max(...tickets.map(({ ticket }) => Date.parse(ticket.saleEndAt)));
  return { kind: 'none', reason: `お申し込みの受付は${formatMoment(new Date(last))}に終了しました。` };
}
