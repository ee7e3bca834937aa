import type { ClassroomEvent, Professional } from '@manabiba/shared/contract/events';
import { isMovedFar } from '@manabiba/shared/contract/moved-events';
import type { Participation, TicketType } from '@manabiba/shared/contract/tickets';
import type { User } from '@manabiba/shared/contract/users';

import type { Viewer } from '../../access/viewer';
import { averageOfHost, toRatingAverage } from '../ratings/rating-average';
import { userMapper } from '../users/user-columns';
import type { EventRow, HostingRow, ParticipationRow, TicketTypeRow } from './events.repository';

const toOrganizerUser = userMapper('organizer_');

/** What belongs to an event besides its own row. */
export interface EventParts {
  tickets: TicketTypeRow[];
  speakers: User[];
  participants: User[];
  hosting: HostingRow | undefined;
  mine: ParticipationRow | undefined;
}

function toProfessional(row: EventRow, hosting: HostingRow | undefined, viewer: Viewer, now: Date): Professional {
  return {
    ...toOrganizerUser(row, viewer, now),
    orgName: row.org_name ?? row.organizer_nickname,
    orgUrl: row.org_url,
    invoiceRegistrationNo: row.invoice_registration_no,
    categoryIds: row.category_ids ?? [],
    nextClassroomAt: hosting?.next_classroom_at?.toISOString() ?? null,
    classroomCount: hosting?.classroom_count ?? 0,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    rating: averageOfHost(row.organizer_totals),
  };
}

export function toTicketType(row: TicketTypeRow): TicketType {
  if (row.kind === 'archive') throw new Error(`Ticket type ${row.id} is for an archive`);
  return { kind: row.kind, ...ticketFieldsOf(row) };
}

function ticketFieldsOf(row: TicketTypeRow): Omit<TicketType, 'kind'> {
  return {
    id: row.id,
    eventId: row.event_id,
    name: row.name,
    price: row.price,
    taxRate: row.tax_rate,
    quota: row.quota,
    sold: row.sold,
    held: row.held,
    waitlistedCount: row.waitlisted_count,
    saleStartAt: row.sale_start_at.toISOString(),
    saleEndAt: (row.is_sold ? row.sale_end_at : row.sale_start_at).toISOString(),
    maxPerUser: 1,
  };
}

/** Returns the path by which a ticket admits its holder, with the key of a private classroom, once entry is open. */
function joinUrlOf(event: EventRow, participation: ParticipationRow): string | null {
  const isAdmitted = participation.state === 'confirmed' || participation.state === 'joined';
  const isOpen = event.state === 'open' || event.state === 'live';
  if (!event.classroom_id || !isAdmitted || !isOpen) return null;
  return `/classrooms/${event.classroom_id}${event.classroom_key ? `?key=${event.classroom_key}` : ''}`;
}

/** Returns the right to a full refund of a ticket whose event has moved far since it was bought. */
function fullRefundOf(row: ParticipationRow, event: EventRow, now: Date): Participation['fullRefund'] {
  const { state, sold_for_start_at: soldFor, is_given: isGiven } = row;
  const hasSeat = state === 'confirmed' || state === 'joined';
  const isAhead = (event.state === 'published' || event.state === 'open') && now < event.start_at;
  if (!hasSeat || !isAhead || isGiven || soldFor === null || !isMovedFar(soldFor, event.start_at)) return null;
  return {
    soldForStartAt: soldFor.toISOString(),
    until: event.start_at.toISOString(),
    amount: row.amount + row.companions_amount,
  };
}

/** The discount of a series is for several dates: while a seat is held, it can still be paid alone, at its full price. */
function costOf(row: ParticipationRow): Pick<Participation, 'amount' | 'discount'> {
  if (row.is_given) return { amount: 0, discount: 0 };
  const isOfSeries = row.state === 'held' && row.discount_code_id === null;
  return isOfSeries
    ? { amount: row.amount + row.discount + row.companions_amount, discount: 0 }
    : { amount: row.amount + row.companions_amount, discount: row.discount * (1 + row.companions) };
}

export function toParticipation(row: ParticipationRow, event: EventRow, now: Date): Participation {
  return {
    id: row.id,
    eventId: row.event_id,
    ticketTypeId: row.ticket_type_id,
    userId: row.user_id,
    guestEmail: row.guest_email,
    route: row.route,
    state: row.state,
    paymentIntentId: row.is_given ? null : row.payment_intent_id,
    ...costOf(row),
    seats: 1 + row.companions,
    companionName: row.user_id === null ? row.companion_name : null,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    waitlistPosition: row.waitlist_position,
    paymentMethod: row.is_given ? null : row.payment_method,
    konbini: row.state === 'pending_payment' ? row.konbini : null,
    cancelReason: row.cancel_reason,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    fullRefund: fullRefundOf(row, event, now),
    isGiven: row.is_given,
    joinUrl: joinUrlOf(event, row),
    receiptId: row.receipt_id,
    icsUrl: row.user_id === null ? `/v1/events/${event.id}/calendar.ics` : `/v1/me/aud/events/${event.id}/calendar.ics`,
    createdAt: row.created_at.toISOString(),
  };
}

export function toEvent(row: EventRow, parts: EventParts, viewer: Viewer, now: Date): ClassroomEvent {
  const archiveTicket = parts.tickets.find(({ kind }) => kind === 'archive');
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    imageUrl: row.image_url,
    organizer: toProfessional(row, parts.hosting, viewer, now),
    speakers: parts.speakers,
    categoryId: row.category_id,
    startAt: row.start_at.toISOString(),
    endAt: row.end_at.toISOString(),
    entryOpenAt: row.entry_open_at.toISOString(),
    state: row.state,
    tickets: parts.tickets.filter((ticket) => ticket !== archiveTicket).map(toTicketType),
    archiveTicket: archiveTicket ? { kind: 'archive', ...ticketFieldsOf(archiveTicket) } : null,
    participantCount: row.participant_count,
    participants: parts.participants,
    classroomId: row.classroom_id,
    archiveId: row.archive_id,
    myParticipation: parts.mine ? toParticipation(parts.mine, row, now) : null,
    refundPolicy: row.refund_policy,
    cancelPolicy: row.cancel_policy,
    allowsTransfers: row.allows_transfers,
    cancelReason: row.cancel_reason,
    rating: toRatingAverage(row),
    series: row.series,
  };
}
