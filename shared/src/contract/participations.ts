import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { classroomEvent } from './events';
import { MAX_INVITATION_CODE_LENGTH } from './limits';
import { code, count, id, iso, page, pageQuery, yen } from './primitives';
import { participation } from './tickets';

const eventParams = z.object({ id });
const nothing = z.strictObject({});

export const listMyEvents = endpoint({
  name: 'listMyEvents',
  method: 'GET',
  path: '/me/aud/events',
  summary:
    'Returns the events in which the user has or had a place or is on the waiting list, or whose archive they have bought: upcoming ones by start, the others newest first. Includes the count of each list.',
  access: { session: 'person' },
  query: z.object({ state: z._default(z.enum(['upcoming', 'past', 'archive', 'refunded']), 'upcoming'), ...pageQuery }),
  response: z.extend(page(classroomEvent), {
    /** `refunded`: cancelled participations, regardless of who cancelled and whether money is refunded. */
    counts: z.object({
      upcoming: count,
      past: count,
      /** Archive tickets, bought or about to be. Absent in the answer of an older api. */
      archive: z._default(count, 0),
      refunded: count,
    }),
  }),
  errors: [],
  tags: ['Event'],
});

export const getMyEvent = endpoint({
  name: 'getMyEvent',
  method: 'GET',
  path: '/me/aud/events/{id}',
  summary:
    'Returns one event in which the user has a place, with the entrance URL once entry is open. Not found without a place.',
  access: { session: 'person' },
  params: eventParams,
  response: z.extend(classroomEvent, { joinUrl: z.nullable(z.string()), icsUrl: z.string() }),
  errors: ['not_found'],
  tags: ['Event'],
});

export const createPremiumParticipation = endpoint({
  name: 'createPremiumParticipation',
  method: 'POST',
  path: '/me/event/{id}/premium_participation',
  summary: 'Takes a seat that is free for subscribers.',
  access: { session: 'person', closes: true },
  params: eventParams,
  body: nothing,
  response: participation,
  status: 201,
  errors: [
    'not_found',
    'subscription_required',
    'suspended',
    'already',
    'full',
    'hold_expired',
    'not_open',
    'ended',
    'conflict',
  ],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const createStudentParticipation = endpoint({
  name: 'createStudentParticipation',
  method: 'POST',
  path: '/me/event/{id}/student_participation',
  summary: 'Takes a seat that is free for users aged 24 or under. Answers conflict for a student ticket with a price.',
  access: { session: 'person', closes: true },
  params: eventParams,
  body: nothing,
  response: participation,
  status: 201,
  errors: [
    'not_found',
    'student_only',
    'suspended',
    'already',
    'full',
    'hold_expired',
    'not_open',
    'ended',
    'conflict',
  ],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const redeemInvitation = endpoint({
  name: 'redeemInvitation',
  method: 'POST',
  path: '/me/event/{id}/invitation',
  summary:
    'Takes a seat with an invitation code. An unknown, revoked or expired code is not found; a used-up one is code_used.',
  access: { session: 'person', closes: true },
  params: eventParams,
  body: z.strictObject({ code: code({ max: MAX_INVITATION_CODE_LENGTH, empty: '招待コードを入力してください。' }) }),
  response: participation,
  status: 201,
  errors: ['not_found', 'code_used', 'suspended', 'already', 'full', 'not_open', 'ended', 'conflict', 'rate_limited'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const createParticipation = endpoint({
  name: 'createParticipation',
  method: 'POST',
  path: '/me/events/{id}/participation',
  summary:
    'Takes a free seat, an offered free seat or, with a payment intent, the seat that was paid for (402 when unpaid). Joins the waiting list (state waitlisted) when no seat is left.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, closes: true },
  params: eventParams,
  body: z.strictObject({
    /** Required when an event has several. */
    ticketTypeId: z.optional(id),
    paymentIntentId: z.optional(z.string().check(z.maxLength(255, { abort: true }), z.regex(/^\w+$/))),
  }),
  response: participation,
  status: 201,
  errors: [
    'not_found',
    'invalid',
    'student_only',
    'subscription_required',
    'suspended',
    'payment_required',
    'payment_action_required',
    'card_declined',
    'unavailable',
    'already',
    'sold_out',
    'hold_expired',
    'not_open',
    'ended',
    'conflict',
  ],
  invalidates: ['Event', 'Archive'],
  idempotencyKey: true,
});

/** The refund that cancelling a participation would give now. */
export const cancellation = z.object({
  paid: yen,
  refund: yen,
  /** Until when a cancellation is fully refunded; null when nothing was paid or nothing is refunded. */
  fullRefundUntil: z.nullable(iso),
});
export type Cancellation = z.output<typeof cancellation>;

export const getCancellation = endpoint({
  name: 'getCancellation',
  isExtension: true,
  method: 'GET',
  path: '/me/events/{id}/cancellation',
  summary: 'Returns the refund that cancelling would give now. Changes nothing.',
  access: { session: 'person' },
  params: eventParams,
  response: cancellation,
  errors: ['not_found', 'not_refundable'],
});

export const cancelParticipation = endpoint({
  name: 'cancelParticipation',
  isExtension: true,
  method: 'DELETE',
  path: '/me/events/{id}/participation',
  summary:
    'Cancels a place, an offer, a hold or a waiting list entry, and refunds its payment by the refund rule of the event. Answers not_refundable for a place once the event has begun. An archive ticket is refunded in full within seven days, and is not_refundable afterwards or once its buyer has begun to watch.',
  access: { session: 'person' },
  params: eventParams,
  response: participation,
  errors: ['not_found', 'not_refundable'],
  invalidates: ['Event', 'Archive'],
  idempotencyKey: true,
});
