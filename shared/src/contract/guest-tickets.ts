import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { classroomEvent } from './events';
import { LINK_TOKEN_PATTERN, MAX_LINK_TOKEN_LENGTH } from './limits';
import { participation } from './tickets';

/*
 * Anyone with the link may call these, even while their account is suspended or needs documents: the link is
 * independent of any account.
 */

/** The access token of a guest's ticket, sent in their mails. */
const params = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

export const getGuestTicket = endpoint({
  name: 'getGuestTicket',
  isExtension: true,
  method: 'GET',
  path: '/guest_tickets/{token}',
  summary: 'Returns a guest ticket to anyone who has its link. A ticket that an account has taken over is not found.',
  access: openInAnyState,
  params,
  secretParams: ['token'],
  response: z.object({ event: classroomEvent, participation, email: z.string() }),
  errors: ['not_found'],
});

export const cancelGuestTicket = endpoint({
  name: 'cancelGuestTicket',
  isExtension: true,
  method: 'DELETE',
  path: '/guest_tickets/{token}',
  summary:
    'Cancels a guest ticket and refunds its payment by the refund rule of the event. Answers not_refundable once the event has begun.',
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
    'Transfers a guest ticket to the account of the caller; its link stops working. Answers 409 when the caller already has a place in the event.',
  access: { session: 'person', refuses: { child: 'guardian_required' } },
  params,
  secretParams: ['token'],
  response: participation,
  errors: ['not_found', 'already', 'conflict', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
