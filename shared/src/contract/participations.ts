import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { classroomEvent } from './events';
import { MAX_INVITATION_CODE_LENGTH } from './limits';
import { count, id, iso, page, pageQuery, text, yen } from './primitives';
import { participation } from './tickets';

const eventParams = z.object({ id });
const nothing = z.strictObject({});

export const listMyEvents = endpoint({
  name: 'listMyEvents',
  method: 'GET',
  path: '/me/aud/events',
  summary:
    'Events in which the person has, waits for, or had a place: to come by their start, past and cancelled ones from the newest. With the numbers of all three.',
  access: { session: 'person' },
  query: z.object({ state: z._default(z.enum(['upcoming', 'past', 'refunded']), 'upcoming'), ...pageQuery }),
  response: z.extend(page(classroomEvent), {
    /** `refunded`: what was cancelled, by whomever, whether or not money goes back. */
    counts: z.object({ upcoming: count, past: count, refunded: count }),
  }),
  errors: [],
  tags: ['Event'],
});

export const getMyEvent = endpoint({
  name: 'getMyEvent',
  method: 'GET',
  path: '/me/aud/events/{id}',
  summary: "One event of the person's, with the way in once entry is open. Without a place in it: not found.",
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
  summary: 'Takes a seat of those that subscribers get for nothing.',
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
  summary:
    'Takes a seat of those that people of 24 or under get for nothing. A ticket for students with a price is conflict.',
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
    'Takes a seat by a code. A code that is unknown, withdrawn or too old is not found, one that is used up code_used.',
  access: { session: 'person', closes: true },
  params: eventParams,
  body: z.strictObject({
    code: text({ min: 1, max: MAX_INVITATION_CODE_LENGTH, empty: '招待コードを入力してください。' }),
  }),
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
    'Takes a free seat, an offered free seat, or, with the intent of a payment, the seat that was paid for (unpaid: 402). When no seat is left, a place in the waiting list: state waitlisted.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, closes: true },
  params: eventParams,
  body: z.strictObject({
    /** Needed where an event has several. */
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
    'already',
    'sold_out',
    'hold_expired',
    'not_open',
    'ended',
    'conflict',
  ],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const getCancellation = endpoint({
  name: 'getCancellation',
  isExtension: true,
  method: 'GET',
  path: '/me/events/{id}/cancellation',
  summary: 'What cancelling would give back now. Changes nothing.',
  access: { session: 'person' },
  params: eventParams,
  response: z.object({
    paid: yen,
    refund: yen,
    /** Until when everything is given back; null when nothing was paid, or nothing is given back. */
    fullRefundUntil: z.nullable(iso),
  }),
  errors: ['not_found', 'not_refundable'],
});

export const cancelParticipation = endpoint({
  name: 'cancelParticipation',
  isExtension: true,
  method: 'DELETE',
  path: '/me/events/{id}/participation',
  summary:
    "Gives up a place, an offer, a hold or a place in the waiting list. What was paid goes back by the event's rule. Once the event has begun a place is not_refundable.",
  access: { session: 'person' },
  params: eventParams,
  response: participation,
  errors: ['not_found', 'not_refundable'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
