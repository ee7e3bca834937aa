import { ARCHIVE_TICKET_CANCEL_DAYS } from '@manabiba/shared/contract/limits';
import { isMovedFar } from '@manabiba/shared/contract/moved-events';
import { addHours, subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { EventForSale, ParticipationRow, TicketForSale } from './participations.repository';

/** How long before the start a cancellation is still refunded in full. */
const REFUND_UNTIL_MS: Record<EventForSale['refund_policy'], number | null> = {
  until_24_hours: millisecondsInDay,
  until_7_days: 7 * millisecondsInDay,
  none: null,
};

/** Of a limited ticket, visitors without an account hold at most this share unpaid; of a small one two seats, but never all. */
const GUEST_SHARE = 1 / 4;
const GUEST_SEATS = 2;
/** Unpaid seats of one mailbox in an event. */
const SEATS_PER_MAILBOX = 2;

/**
 * Refuses a visitor the seat that others could not buy meanwhile: an address can be invented, and a payment at a
 * convenience store holds its seat for days. Accounts have one seat each.
 */
export function requireGuestMayHold(
  { quota }: Pick<TicketForSale, 'quota'>,
  unpaid: { ofTicket: number; ofMailbox: number },
): void {
  if (unpaid.ofMailbox >= SEATS_PER_MAILBOX)
    throw new AppError('conflict', {
      fields: { email: 'このメールアドレスには、お支払い待ちの席があります。先にお支払いください。' },
    });
  if (quota !== null && unpaid.ofTicket >= seatsForGuests(quota))
    throw new AppError('conflict', {
      fields: {
        ticketTypeId:
          'お支払い手続き中の方が多いため、いまはログインせずに購入できません。ログインするか、しばらくしてからお試しください。',
      },
    });
}

/** Returns how many seats of a limited ticket visitors, and further seats at convenience stores, hold unpaid at most. */
export const seatsForGuests = (quota: number) =>
  Math.max(1, Math.min(quota - 1, Math.max(GUEST_SEATS, Math.floor(quota * GUEST_SHARE))));

const isOver = (event: EventForSale, now: Date) =>
  event.state === 'ended' || event.state === 'archived' || event.end_at <= now;

/** Returns whether the event has begun or is over: seats are no longer released or offered. */
export const hasBegun = (event: EventForSale, now: Date) =>
  event.state === 'live' || event.start_at <= now || isOver(event, now);

/** Requires a published event: a draft is `not_found`, a cancelled one `conflict`, one that is over `ended`. */
export function requireTakingPlace(event: EventForSale | undefined, now: Date): EventForSale {
  if (!event || event.state === 'draft') throw new AppError('not_found');
  if (event.state === 'cancelled') throw new AppError('conflict');
  if (isOver(event, now)) throw new AppError('ended');
  return event;
}

/** Requires a ticket on sale: before the sale it is `not_open`, afterwards `ended`. */
export function requireOnSale(ticket: TicketForSale, now: Date): void {
  if (now < ticket.sale_start_at) throw new AppError('not_open');
  if (now >= ticket.sale_end_at) throw new AppError('ended');
}

/** Checks who may take this kind of ticket. Invited ones require a code, archive tickets a payment: `not_found`. */
export function requireEligible(
  ticket: TicketForSale,
  { isStudentAge, isSubscribed }: Pick<SignedInViewer, 'isStudentAge'> & { isSubscribed: boolean },
): void {
  if (ticket.kind === 'invited' || ticket.kind === 'archive') throw new AppError('not_found');
  if (ticket.kind === 'student' && !isStudentAge) throw new AppError('student_only');
  if (ticket.kind === 'premium' && !isSubscribed) throw new AppError('subscription_required');
}

/** Returns the end of the waiting list: seats released later are not offered. */
export const offersUntil = (event: EventForSale, ticket: TicketForSale): Date =>
  event.start_at < ticket.sale_end_at ? event.start_at : ticket.sale_end_at;

/** Returns which counter includes a participation in this state. */
export function seatOf({ state }: Pick<ParticipationRow, 'state'>): 'held' | 'sold' | null {
  if (state === 'held' || state === 'pending_payment' || state === 'offered') return 'held';
  return state === 'confirmed' || state === 'joined' ? 'sold' : null;
}

export const isLive = (row: Pick<ParticipationRow, 'state'>) => row.state === 'waitlisted' || seatOf(row) !== null;

/**
 * Returns the last time for a full refund of a ticket; null when nothing is refunded. An event that has moved far since
 * the ticket was bought is refunded until it begins, an archive ticket in the days after its purchase.
 */
export function fullRefundUntil(
  event: EventForSale,
  {
    route,
    confirmed_at: confirmedAt,
    sold_for_start_at: soldFor,
  }: Pick<ParticipationRow, 'route' | 'confirmed_at' | 'sold_for_start_at'>,
): Date | null {
  if (route === 'archive') return confirmedAt && addHours(confirmedAt, ARCHIVE_TICKET_CANCEL_DAYS * 24);
  if (soldFor !== null && isMovedFar(soldFor, event.start_at)) return event.start_at;
  const before = REFUND_UNTIL_MS[event.refund_policy];
  return before === null ? null : subMilliseconds(event.start_at, before);
}

export const routeOf = (kind: TicketForSale['kind']): ParticipationRow['route'] =>
  kind === 'invited' ? 'invitation' : kind;
