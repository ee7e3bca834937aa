import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { organizers, organizing } from './event-editing';
import { MAX_SEARCH_LENGTH } from './limits';
import { count, id, iso, line, page, pageQuery, yen } from './primitives';
import { participation, participationState } from './tickets';
import { user } from './users';

/** A participation as the organizer sees it: guests by address, account holders by user, companions by name. */
export const organizedParticipant = z.object({
  id,
  user: z.nullable(user),
  guestEmail: z.nullable(z.string()),
  /**
   * The further seat of a purchase, and the name of its buyer, who may be gone. Absent in the answer of an older api.
   */
  companion: z._default(z.nullable(z.object({ name: z.string(), buyer: z.nullable(z.string()) })), null),
  /** The further seats that end with it, and what was paid for them. None in the answer of an older api. */
  further: z._default(z.object({ seats: count, amount: z.nullable(yen) }), { seats: 0, amount: null }),
  ticketTypeId: id,
  ticketName: z.string(),
  route: participation.shape.route,
  state: participationState,
  /** Null for members who may not see the sales. */
  amount: z.nullable(yen),
  paymentMethod: participation.shape.paymentMethod,
  cancelReason: participation.shape.cancelReason,
  createdAt: iso,
  confirmedAt: z.nullable(iso),
  cancelledAt: z.nullable(iso),
  /** When the reception has received them; null before. */
  checkedInAt: z.nullable(iso),
});
export type OrganizedParticipant = z.output<typeof organizedParticipant>;

export const listOrganizedParticipants = endpoint({
  name: 'listOrganizedParticipants',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/participants',
  summary:
    'Returns everyone who has requested a place, the latest first, searchable by name or address. /org/events/{id}/participants.csv returns all of them as a file.',
  access: organizing,
  scope: 'attendees:read',
  params: z.object({ id }),
  query: z.object({
    state: z.optional(participationState),
    q: z.optional(line({ max: MAX_SEARCH_LENGTH })),
    ...pageQuery,
  }),
  response: z.extend(page(organizedParticipant), { totalCount: count }),
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const eventSales = z.object({
  /** Confirmed places. */
  applications: count,
  /** The number of paid tickets, those for the archive included, as in the amounts. */
  paid: count,
  /** Seats of all ticket types; null when any of them has no limit. */
  seats: z.nullable(count),
  /** Gross revenue of confirmed participations, the platform fee, and the net amount. */
  gross: yen,
  fee: yen,
  net: yen,
  feePercent: z.number(),
  /** Amounts refunded or to be refunded. */
  refunded: yen,
  waitlisted: count,
  pendingPayment: count,
  held: count,
  perTicket: z.array(
    z.object({
      ticketTypeId: id,
      name: z.string(),
      quota: z.nullable(count),
      sold: count,
      held: count,
      waitlisted: count,
      gross: yen,
    }),
  ),
  /** By the day of confirmation in Japan (yyyy-MM-dd); days without any are omitted. */
  perDay: z.array(z.object({ day: z.string(), applications: count, gross: yen })),
});
export type EventSales = z.output<typeof eventSales>;

export const getEventSales = endpoint({
  name: 'getEventSales',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/sales',
  summary: 'Returns the sales of an event by ticket type and by day, and the share of the organizer.',
  access: organizing,
  params: z.object({ id }),
  response: eventSales,
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const getOrganizerSales = endpoint({
  name: 'getOrganizerSales',
  isExtension: true,
  method: 'GET',
  path: '/org/sales',
  summary: 'Returns the sales of all events of the organizer in each of the last twelve months, the earliest first.',
  access: organizers,
  response: z.object({
    months: z.array(
      z.object({
        /** The month of confirmation in Japan, as yyyy-MM. */
        month: z.string(),
        applications: count,
        gross: yen,
        /** After the platform fee. */
        net: yen,
      }),
    ),
  }),
  errors: [],
  tags: ['Event'],
});

export const refundOrganizedParticipant = endpoint({
  name: 'refundOrganizedParticipant',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/participants/{participationId}/refund',
  summary:
    'Cancels the place, hold or waiting list entry of a participant on behalf of the organizer, whatever the refund rule of the event: every payment is refunded in full.',
  access: organizing,
  params: z.object({ id, participationId: id }),
  response: organizedParticipant,
  errors: ['not_found', 'role_required', 'conflict'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
