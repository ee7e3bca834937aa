import * as z from 'zod/mini';

import { email } from './auth';
import { type AccessRule, endpoint, openInAnyState } from './endpoint';
import { LINK_TOKEN_PATTERN, MAX_GIFT_MESSAGE_LENGTH, MAX_LINK_TOKEN_LENGTH } from './limits';
import { id, iso, ok, text, yen } from './primitives';
import { participation } from './tickets';

/** What the giver writes to the recipient. */
export const giftMessage = text({
  max: MAX_GIFT_MESSAGE_LENGTH,
  tooLong: `メッセージは${MAX_GIFT_MESSAGE_LENGTH}文字以内で入力してください。`,
});

/** Whom a seat is for, and a word to them. */
export const seatRecipient = z.strictObject({ email, message: z._default(giftMessage, '') });
export type SeatRecipient = z.output<typeof seatRecipient>;

/** A seat that the user is giving away, or has given away. */
export const seatTransfer = z.object({
  id,
  event: z.object({ id, title: z.string(), startAt: iso }),
  ticketName: z.string(),
  /** Bought for another person. */
  isGift: z.boolean(),
  /** The address that was invited; null once accepted. */
  email: z.nullable(z.string()),
  /** Until when it can be accepted; null once accepted. */
  expiresAt: z.nullable(iso),
  acceptedAt: z.nullable(iso),
  /** Who has accepted it; null before, and once that account is gone. */
  recipient: z.nullable(z.string()),
  /** The seat has ended since. */
  isCancelled: z.boolean(),
  /** What the user paid for it, what of that came back, and its receipt. Null when another user paid, or no one. */
  payment: z.nullable(z.object({ amount: yen, refunded: yen, receiptId: id })),
});
export type SeatTransfer = z.output<typeof seatTransfer>;

const giving = {
  session: 'person',
  refuses: { child: 'age_restricted', school: 'email_account_only' },
} as const satisfies AccessRule;

export const createSeatTransfer = endpoint({
  name: 'createSeatTransfer',
  isExtension: true,
  method: 'POST',
  path: '/me/events/{id}/seat_transfer',
  summary:
    'Offers the seat of the caller in an event to the owner of an address by mail, for three days or until the event begins. Until it is accepted the caller keeps the seat. `already` while another offer is open, `conflict` when the seat cannot be given: the organizer does not allow it, it was an invitation, or its holder has been received or was in the room; `ended` once the event has begun.',
  access: { ...giving, needsVerifiedEmail: true, closes: true },
  params: z.object({ id }),
  body: seatRecipient,
  response: seatTransfer,
  status: 201,
  errors: ['not_found', 'already', 'conflict', 'ended', 'invalid', 'rate_limited', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const listSeatTransfers = endpoint({
  name: 'listSeatTransfers',
  isExtension: true,
  method: 'GET',
  path: '/me/seat_transfers',
  summary: 'Returns the seats that the caller is giving away or has given away, the latest first.',
  access: { session: 'person' },
  response: z.object({ items: z.array(seatTransfer) }),
  errors: [],
  tags: ['Event'],
});

export const cancelSeatTransfer = endpoint({
  name: 'cancelSeatTransfer',
  isExtension: true,
  method: 'DELETE',
  path: '/me/seat_transfers/{id}',
  summary: 'Withdraws an offer of the caller that nobody has accepted: its link stops working. Otherwise `conflict`.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'conflict'],
  invalidates: ['Event'],
});

const offerParams = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(LINK_TOKEN_PATTERN)),
});

export const seatOffer = z.object({
  eventId: id,
  eventTitle: z.string(),
  startAt: iso,
  endAt: iso,
  organizerName: z.string(),
  ticketName: z.string(),
  giverName: z.string(),
  isGift: z.boolean(),
  message: z.string(),
  /** The address that was invited. */
  email: z.string(),
  expiresAt: iso,
});
export type SeatOffer = z.output<typeof seatOffer>;

export const getSeatOffer = endpoint({
  name: 'getSeatOffer',
  isExtension: true,
  method: 'GET',
  path: '/seat_offers/{token}',
  summary: 'Returns to whoever has the link of the mail which seat they are offered. Never says what it cost.',
  access: openInAnyState,
  params: offerParams,
  secretParams: ['token'],
  response: seatOffer,
  errors: ['link_expired'],
});

export const acceptSeatOffer = endpoint({
  name: 'acceptSeatOffer',
  isExtension: true,
  method: 'POST',
  path: '/seat_offers/{token}',
  summary:
    'Takes over a seat, once: from then on it is the seat of the caller, and refunds go to whoever paid. `already` for whoever has a place in the event or waits for one, `conflict` for its organizer and the giver, `student_only` and `subscription_required` by the kind of the ticket, `link_expired` also where the giver and the caller have blocked each other.',
  access: { ...giving, closes: true },
  params: offerParams,
  secretParams: ['token'],
  response: participation,
  errors: ['link_expired', 'already', 'conflict', 'student_only', 'subscription_required', 'not_found', 'suspended'],
  invalidates: ['Event'],
});

export const declineSeatOffer = endpoint({
  name: 'declineSeatOffer',
  isExtension: true,
  method: 'POST',
  path: '/seat_offers/{token}/decline',
  summary: 'Declines a seat for whoever has the link of the mail, with or without an account. The giver keeps it.',
  access: openInAnyState,
  params: offerParams,
  secretParams: ['token'],
  response: ok,
  errors: ['link_expired'],
});
