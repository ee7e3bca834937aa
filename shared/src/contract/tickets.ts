import * as z from 'zod/mini';

import { count, id, iso, yen } from './primitives';

/** Percent of consumption tax that a price includes. */
export const taxRate = z.union([z.literal(10), z.literal(8), z.literal(0)]);

export const ticketType = z.object({
  id,
  eventId: id,
  name: z.string(),
  kind: z.enum(['general', 'student', 'premium', 'invited']),
  /** Includes tax. */
  price: yen,
  taxRate,
  /** Seats in all; null: as many as come. */
  quota: z.nullable(count),
  /** Seats of people whose participation is confirmed. */
  sold: count,
  /** Seats that are kept for people who are paying, or who were offered one from the waiting list. */
  held: count,
  saleStartAt: iso,
  saleEndAt: iso,
  maxPerUser: z.literal(1),
});
export type TicketType = z.output<typeof ticketType>;

export const paymentMethod = z.enum(['card', 'konbini', 'paypay']);
export type PaymentMethod = z.output<typeof paymentMethod>;

/** What to tell at the till of a convenience store, per chain. */
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
  route: z.enum(['general', 'premium', 'student', 'invitation']),
  state: participationState,
  paymentIntentId: z.nullable(z.string()),
  amount: yen,
  /** Until when the seat is kept: of a hold, a payment at a store, an offer from the waiting list. */
  holdExpiresAt: z.nullable(iso),
  /** How many people wait for a seat of this ticket before this one, and this one: 1 is next. Null unless waitlisted. */
  waitlistPosition: z.nullable(count),
  paymentMethod: z.nullable(paymentMethod),
  /** Null unless a payment at a store is awaited. */
  konbini: z.nullable(konbiniDetails),
  /** Why it was cancelled, or the money goes back. */
  cancelReason: z.nullable(z.enum(['self', 'organizer', 'event_cancelled', 'late_payment', 'guardian'])),
  cancelledAt: z.nullable(iso),
  joinUrl: z.nullable(z.string()),
  icsUrl: z.string(),
  createdAt: iso,
});
export type Participation = z.output<typeof participation>;
