import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { classroomEvent } from './events';
import { LINK_TOKEN_PATTERN, MAX_ADDRESSEE_LENGTH, MAX_LINK_TOKEN_LENGTH, MAX_NICKNAME_LENGTH } from './limits';
import { cancellation } from './participations';
import { id, line } from './primitives';
import { participation } from './tickets';

/*
 * Anyone with the link may call these, even while their account is suspended or needs documents: the link is
 * independent of any account.
 */

/** The access token of a guest's ticket, sent in their mails. */
const token = z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN));
const params = z.object({ token });

/** The name that a guest has in the room. */
export const guestTicketName = line({
  min: 1,
  max: MAX_NICKNAME_LENGTH,
  empty: 'お名前を入力してください。',
  tooLong: `お名前は${MAX_NICKNAME_LENGTH}文字以内で入力してください。`,
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
  response: z.object({
    event: classroomEvent,
    participation,
    email: z.string(),
    /** Null without a payment, and in the answer of an older api. The number is null until the receipt is issued. */
    receipt: z._default(z.nullable(z.object({ number: z.nullable(z.string()) })), null),
    /** What cancelling would refund now. Null when it cannot be cancelled, and in the answer of an older api. */
    cancellation: z._default(z.nullable(cancellation), null),
  }),
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
  query: z.object({
    /** Releases a seat to pay for it in another way: one that is paid meanwhile stays, and is `already`. */
    isUnpaid: z.optional(z.literal('true')),
  }),
  secretParams: ['token'],
  response: participation,
  errors: ['not_found', 'not_refundable', 'already'],
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

export const enterByGuestTicket = endpoint({
  name: 'enterByGuestTicket',
  isExtension: true,
  method: 'POST',
  path: '/guest_ticket_entries',
  summary:
    'Admits an anonymous visitor to the room of the event by the token of a guest ticket: as a listener under the given name, from now on instead of any other device. The visitor then joins the room. Users with an account claim the ticket instead.',
  access: {
    session: 'visitor',
    refuses: {
      adult: 'conflict',
      student: 'conflict',
      child: 'conflict',
      school: 'conflict',
      professional: 'conflict',
    },
  },
  body: z.strictObject({ token, name: guestTicketName }),
  response: z.object({ classroomId: id }),
  errors: ['not_found', 'payment_required', 'not_open', 'ended', 'kicked', 'conflict', 'rate_limited'],
  invalidates: ['Classroom'],
});

export const issueGuestReceipt = endpoint({
  name: 'issueGuestReceipt',
  isExtension: true,
  method: 'POST',
  path: '/guest_tickets/{token}/receipt',
  summary:
    'Issues the receipt of a paid guest ticket, or issues it again for another addressee as a new version. Its file is then at receipt.pdf below the same path.',
  access: openInAnyState,
  params,
  secretParams: ['token'],
  body: z.strictObject({ addressee: line({ min: 1, max: MAX_ADDRESSEE_LENGTH, empty: '宛名を入力してください。' }) }),
  response: z.object({ number: z.string() }),
  errors: ['not_found', 'conflict', 'rate_limited'],
  idempotencyKey: true,
});
