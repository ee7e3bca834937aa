import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { classroomEvent } from './events';
import { LINK_TOKEN_PATTERN, MAX_LINK_TOKEN_LENGTH } from './limits';
import { participation } from './tickets';

/* Whoever has the link may, also while an account of theirs is suspended or lacks documents: it has nothing to do with one. */

/** What opens the ticket of somebody without an account: it stands in their mails. */
const params = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

export const getGuestTicket = endpoint({
  name: 'getGuestTicket',
  isExtension: true,
  method: 'GET',
  path: '/guest_tickets/{token}',
  summary:
    'The ticket of somebody without an account, for whoever has its link. One that an account has taken over is not found.',
  access: openInAnyState,
  params,
  secretParams: ['token'],
  response: z.object({ event: classroomEvent, participation, email: z.string() }),
  errors: ['not_found'],
  tags: ['Event'],
});

export const cancelGuestTicket = endpoint({
  name: 'cancelGuestTicket',
  isExtension: true,
  method: 'DELETE',
  path: '/guest_tickets/{token}',
  summary: "Gives it up. What was paid goes back by the event's rule. Once the event has begun it is not_refundable.",
  access: openInAnyState,
  params,
  secretParams: ['token'],
  response: participation,
  errors: ['not_found', 'not_refundable'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const claimGuestTicket = endpoint({
  name: 'claimGuestTicket',
  isExtension: true,
  method: 'POST',
  path: '/guest_tickets/{token}/claim',
  summary:
    'The account that asks takes the ticket over; the link is dead from then on. With a place in the event already it is 409.',
  access: { session: 'person', refuses: { child: 'guardian_required' } },
  params,
  secretParams: ['token'],
  response: participation,
  errors: ['not_found', 'already', 'conflict', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
