import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { EventForSale, ParticipationRow, TicketForSale } from './participations.repository';

const HOUR_MS = 3_600_000;
/** Until how long before the start somebody who cancels gets everything back. */
const REFUND_UNTIL_MS: Record<EventForSale['refund_policy'], number | null> = {
  until_24_hours: 24 * HOUR_MS,
  until_7_days: 7 * 24 * HOUR_MS,
  none: null,
};

const isOver = (event: EventForSale, now: Date) =>
  event.state === 'ended' || event.state === 'archived' || event.end_at <= now;

/** Whether the event goes on, or is over: seats are not given up and not offered any more. */
export const hasBegun = (event: EventForSale, now: Date) =>
  event.state === 'live' || event.start_at <= now || isOver(event, now);

/** A draft is nobody's to see: `not_found`. Cancelled is `conflict`, over is `ended`. */
export function requireTakingPlace(event: EventForSale | undefined, now: Date): EventForSale {
  if (!event || event.state === 'draft') throw new AppError('not_found');
  if (event.state === 'cancelled') throw new AppError('conflict');
  if (isOver(event, now)) throw new AppError('ended');
  return event;
}

/** Before the sale begins it is `not_open`, after its end `ended`. */
export function requireOnSale(ticket: TicketForSale, now: Date): void {
  if (now < ticket.sale_start_at) throw new AppError('not_open');
  if (now >= ticket.sale_end_at) throw new AppError('ended');
}

/** Whom the kinds of tickets are for. Invited ones are had by a code only: `not_found`. */
export function requireEligible(
  ticket: TicketForSale,
  { isStudentAge, isSubscribed }: Pick<SignedInViewer, 'isStudentAge'> & { isSubscribed: boolean },
): void {
  if (ticket.kind === 'invited') throw new AppError('not_found');
  if (ticket.kind === 'student' && !isStudentAge) throw new AppError('student_only');
  if (ticket.kind === 'premium' && !isSubscribed) throw new AppError('subscription_required');
}

/** Until when a waiting list goes on: a seat that becomes free later is offered to nobody. */
export const offersUntil = (event: EventForSale, ticket: TicketForSale): Date =>
  event.start_at < ticket.sale_end_at ? event.start_at : ticket.sale_end_at;

/** Which counter a participation in this state is part of. */
export function seatOf({ state }: Pick<ParticipationRow, 'state'>): 'held' | 'sold' | null {
  if (state === 'held' || state === 'pending_payment' || state === 'offered') return 'held';
  return state === 'confirmed' || state === 'joined' ? 'sold' : null;
}

export const isLive = (row: Pick<ParticipationRow, 'state'>) => row.state === 'waitlisted' || seatOf(row) !== null;

/** The last moment at which somebody who cancels gets everything back; null when nothing is given back. */
export function fullRefundUntil(event: EventForSale): Date | null {
  const before = REFUND_UNTIL_MS[event.refund_policy];
  return before === null ? null : new Date(event.start_at.getTime() - before);
}

/** What goes back of what was paid to somebody who cancels now. */
export function refundOf(event: EventForSale, paid: number, now: Date): number {
  const until = fullRefundUntil(event);
  return until !== null && now <= until ? paid : 0;
}

export const routeOf = (kind: TicketForSale['kind']): ParticipationRow['route'] =>
  kind === 'invited' ? 'invitation' : kind;
