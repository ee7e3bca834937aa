import * as z from 'zod/mini';

import { email } from './auth';
import { endpoint, openInAnyState } from './endpoint';
import { LINK_TOKEN_PATTERN, MAX_GUARDIAN_NAME_LENGTH, MAX_LINK_TOKEN_LENGTH } from './limits';
import { id, iso, line, yen } from './primitives';

/** `asked`: no answer yet. `given`: the payment may start. `refused` and `expired`: the seat is free again. */
const state = z.enum(['asked', 'given', 'refused', 'expired']);

/** A guardian's consent request for one purchase by a user aged 13 to 17. */
const purchaseConsent = z.object({
  participationId: id,
  ticketTypeId: id,
  guardianEmail: z.string(),
  state,
  amount: yen,
  /** When the last mail was sent. */
  askedAt: iso,
  /** Until when the seat is held for the answer, then for the payment; null once the request is closed. */
  holdExpiresAt: z.nullable(iso),
});
export type PurchaseConsent = z.output<typeof purchaseConsent>;

export const getPurchaseConsent = endpoint({
  name: 'getPurchaseConsent',
  isExtension: true,
  method: 'GET',
  path: '/me/events/{id}/purchase_consent',
  summary:
    'Returns whether buying a ticket of this event requires the consent of a guardian, and the state of the last request.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ isNeeded: z.boolean(), consent: z.nullable(purchaseConsent) }),
  errors: ['not_found'],
  tags: ['Event'],
});

export const requestPurchaseConsent = endpoint({
  name: 'requestPurchaseConsent',
  isExtension: true,
  method: 'POST',
  path: '/me/events/{id}/purchase_consent',
  summary:
    'Holds a seat for 24 hours and asks a guardian by mail for consent to the purchase by a user aged 13 to 17. Repeating the call sends the request again, also to another address; the links of earlier mails stop working. Answers already when consent was given.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, needsVerifiedEmail: true, closes: true },
  params: z.object({ id }),
  body: z.strictObject({ ticketTypeId: id, guardianEmail: email }),
  response: purchaseConsent,
  status: 201,
  errors: [
    'not_found',
    'age_restricted',
    'invalid',
    'sold_out',
    'already',
    'not_open',
    'ended',
    'conflict',
    'hold_expired',
    'student_only',
    'suspended',
    'rate_limited',
  ],
  invalidates: ['Event'],
  idempotencyKey: true,
});

const params = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

const purchaseRequest = z.object({
  state,
  nickname: z.string(),
  eventId: id,
  eventTitle: z.string(),
  organizer: z.string(),
  startAt: iso,
  endAt: iso,
  ticketName: z.string(),
  /** For the archive of the event, with refund rules of its own. Absent in the answer of an older api. */
  isArchive: z._default(z.boolean(), false),
  amount: yen,
  /** Until when a cancellation is fully refunded; null when nothing is refunded. */
  fullRefundUntil: z.nullable(iso),
  /** Until when the seat is held for the answer; null once the request is closed. */
  answerUntil: z.nullable(iso),
});
export type PurchaseRequest = z.output<typeof purchaseRequest>;

export const getPurchaseRequest = endpoint({
  name: 'getPurchaseRequest',
  isExtension: true,
  method: 'GET',
  path: '/purchase_consents/{token}',
  summary:
    'Returns what a guardian is asked to approve: who wants to buy which ticket, its price, and the refund rule.',
  access: openInAnyState,
  params,
  secretParams: ['token'],
  response: purchaseRequest,
  errors: ['link_expired'],
});

export const answerPurchaseRequest = endpoint({
  name: 'answerPurchaseRequest',
  isExtension: true,
  method: 'POST',
  path: '/purchase_consents/{token}',
  summary:
    'Records the answer of the guardian, with the token of the mail, once. With consent, the user has 24 hours to pay, at most until the sale ends. Without it, the seat is released.',
  access: openInAnyState,
  params,
  secretParams: ['token'],
  body: z.strictObject({
    agree: z.boolean(),
    name: line({ min: 1, max: MAX_GUARDIAN_NAME_LENGTH, empty: 'お名前を入力してください。' }),
  }),
  response: z.object({ agreed: z.boolean() }),
  errors: ['link_expired', 'not_found', 'rate_limited'],
});
