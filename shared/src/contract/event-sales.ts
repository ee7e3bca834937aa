import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { organizers } from './event-editing';
import { MAX_SEARCH_LENGTH } from './limits';
import { count, id, iso, page, pageQuery, text, yen } from './primitives';
import { participation, participationState } from './tickets';
import { user } from './users';

/** Somebody's participation as the organizer sees it. Of guests there is the address, of people with an account the person. */
export const organizedParticipant = z.object({
  id,
  user: z.nullable(user),
  guestEmail: z.nullable(z.string()),
  ticketTypeId: id,
  ticketName: z.string(),
  route: participation.shape.route,
  state: participationState,
  amount: yen,
  paymentMethod: participation.shape.paymentMethod,
  cancelReason: participation.shape.cancelReason,
  createdAt: iso,
  confirmedAt: z.nullable(iso),
  cancelledAt: z.nullable(iso),
});
export type OrganizedParticipant = z.output<typeof organizedParticipant>;

export const listOrganizedParticipants = endpoint({
  name: 'listOrganizedParticipants',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/participants',
  summary:
    'Everybody who has asked for a place, the latest first, by name or address. /org/events/{id}/participants.csv has all of them as a file.',
  access: organizers,
  params: z.object({ id }),
  query: z.object({
    state: z.optional(participationState),
    q: z.optional(text({ max: MAX_SEARCH_LENGTH })),
    ...pageQuery,
  }),
  response: z.extend(page(organizedParticipant), { totalCount: count }),
  errors: ['not_found'],
  tags: ['Event'],
});

export const eventSales = z.object({
  /** Confirmed participations. */
  applications: count,
  /** Seats of all ticket types; null when one of them has no limit. */
  seats: z.nullable(count),
  /** Paid by those who have a place, the platform's part of it, and what remains. */
  gross: yen,
  fee: yen,
  net: yen,
  feePercent: z.number(),
  /** Paid, or to be paid back, by those whose money goes back. */
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
  /** By the day in Japan (yyyy-MM-dd) on which the place was confirmed; days without any are left out. */
  perDay: z.array(z.object({ day: z.string(), applications: count, gross: yen })),
});
export type EventSales = z.output<typeof eventSales>;

export const getEventSales = endpoint({
  name: 'getEventSales',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/sales',
  summary: 'What an event has sold: by ticket type, by day, and what the organizer gets of it.',
  access: organizers,
  params: z.object({ id }),
  response: eventSales,
  errors: ['not_found'],
  tags: ['Event'],
});

export const refundOrganizedParticipant = endpoint({
  name: 'refundOrganizedParticipant',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/participants/{participationId}/refund',
  summary:
    "Ends somebody's place, hold or wait for the organizer, whatever the event's rule: everything that was paid goes back.",
  access: organizers,
  params: z.object({ id, participationId: id }),
  response: organizedParticipant,
  errors: ['not_found', 'conflict'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
