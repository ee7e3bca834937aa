import * as z from 'zod/mini';

import { count, id, iso, yen } from './primitives';

/** The consumption tax rate included in prices, in percent. */
export const taxRate = z.union([z.literal(10), z.literal(8), z.literal(0)]);

export const ticketType = z.object({
  id,
  eventId: id,
  name: z.string(),
  kind: z.enum(['general', 'student', 'premium', 'invited']),
  /** Includes tax. */
  price: yen,
  taxRate,
  /** Total seats; null for no limit. */
  quota: z.nullable(count),
  /** Seats of confirmed participations. */
  sold: count,
  /** Seats held during payment, or offered from the waiting list. */
  held: count,
  /** Users on the waiting list. */
  waitlistedCount: count,
  saleStartAt: iso,
  saleEndAt: iso,
  maxPerUser: z.literal(1),
});
export type TicketType = z.output<typeof ticketType>;

/**
 * The ticket that watches the archive of an event, without a place in it. It is sold without a limit while the archive is
 * published for ticket holders; otherwise its sale ends when it starts.
 */
export const archiveTicket = z.extend(ticketType, { kind: z.literal('archive') });
export type ArchiveTicket = z.output<typeof archiveTicket>;
/** A ticket for a place in an event, or for its archive. */
export type AnyTicket = TicketType | ArchiveTicket;

export const paymentMethod = z.enum(['card', 'konbini', 'paypay']);
export type PaymentMethod = z.output<typeof paymentMethod>;

/** The numbers to give at a convenience store's till, per chain. */
export const konbiniDetails = z.object({
  expiresAt: iso,
  stores: z.array(
    z.object({
      chain: z.enum(['familymart', 'lawson', 'ministop', 'seicomart']),
      paymentCode: z.string(),
      confirmationNumber: z.nullable(z.string()),
    }),
  ),
});
export type KonbiniDetails = z.output<typeof konbiniDetails>;

export const participationState = z.enum([
  'waitlisted',
  'offered',
  'held',
  'pending_payment',
  'confirmed',
  'joined',
  'expired',
  'cancelled',
  'refund_pending',
  'refunded',
]);

export const participation = z.object({
  id,
  eventId: id,
  ticketTypeId: id,
  userId: z.nullable(id),
  guestEmail: z.nullable(z.string()),
  route: z.enum(['general', 'premium', 'student', 'invitation', 'archive']),
  state: participationState,
  paymentIntentId: z.nullable(z.string()),
  /** What is or was to be paid, for all seats of the purchase. */
  amount: yen,
  /** How much of the price a discount code, or a purchase of several dates of a series, has taken off. Absent in the answer of an older api. */
  discount: z._default(yen, 0),
  /** Seats of the purchase that are its buyer's: their own and those of their companions. */
  seats: z._default(count, 1),
  /** The name under which another user has bought this further seat. */
  companionName: z._default(z.nullable(z.string()), null),
  /**
   * When the hold on the seat expires: during payment, for a convenience store payment, or for an offer from the
   * waiting list.
   */
  holdExpiresAt: z.nullable(iso),
  /** The position in the waiting list of this ticket: 1 is next. Null unless waitlisted. */
  waitlistPosition: z.nullable(count),
  paymentMethod: z.nullable(paymentMethod),
  /** Null unless a convenience store payment is pending. */
  konbini: z.nullable(konbiniDetails),
  /** Why it was cancelled or refunded. */
  cancelReason: z.nullable(
    z.enum(['self', 'organizer', 'event_cancelled', 'late_payment', 'guardian', 'archive_withdrawn']),
  ),
  cancelledAt: z.nullable(iso),
  /**
   * A paid ticket whose event has moved far since it was bought: cancelling refunds it in full until the event begins,
   * whatever its refund policy is. Null without that right.
   */
  fullRefund: z.nullable(z.object({ soldForStartAt: iso, until: iso, amount: yen })),
  /**
   * Paid by another user, who has given it away: refunds and receipts are theirs, and the figures here are 0. Absent in
   * the answer of an older api.
   */
  isGiven: z._default(z.boolean(), false),
  joinUrl: z.nullable(z.string()),
  /** The id of its receipt, once refunded of the credit note. Null without a payment and for buyers without an account. */
  receiptId: z.nullable(id),
  icsUrl: z.string(),
  createdAt: iso,
});
export type Participation = z.output<typeof participation>;
