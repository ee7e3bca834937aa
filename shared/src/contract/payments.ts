import * as z from 'zod/mini';

import { birthDate, email } from './auth';
import { companionNames } from './companions';
import { typedDiscountCode } from './discount-codes';
import { endpoint } from './endpoint';
import { MAX_ADDRESSEE_LENGTH } from './limits';
import { id, iso, line, page, pageQuery, yen } from './primitives';
import { seatRecipient } from './seat-transfers';
import { paymentMethod, taxRate } from './tickets';

/** An attempt to pay for a ticket. The browser passes `clientSecret` to the provider's script. */
const paymentAttempt = z.object({
  clientSecret: z.string(),
  participationId: id,
  amount: yen,
  /** How much of the price a discount code has taken off. Absent in the answer of an older api. */
  discount: z._default(yen, 0),
  holdExpiresAt: iso,
});

export const attemptErrors = [
  'not_found',
  'sold_out',
  'already',
  'not_open',
  'ended',
  'conflict',
  'hold_expired',
  'student_only',
  'suspended',
  'invalid',
  'code_used',
  'rate_limited',
  'unavailable',
] as const;

export const addressee = line({ min: 1, max: MAX_ADDRESSEE_LENGTH, empty: '宛名を入力してください。' });

const ticketChoice = {
  ticketTypeId: id,
  method: paymentMethod,
  /**
   * Takes its discount off the price of the held seat and counts one use of the code; null takes a discount back. When
   * omitted, the discount stays. A code that does not hold is an error of this field.
   */
  discountCode: z.optional(z.nullable(typedDiscountCode)),
};

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/me/events/{id}/payment_intent',
  summary:
    'Holds a seat for 15 minutes (for a convenience store payment until its deadline) and starts the payment. Repeating the call returns the same attempt; another method, discount or number of seats replaces it. `sold_out` also when fewer seats are left than asked for: then none is held.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, needsVerifiedEmail: true, closes: true },
  params: z.object({ id }),
  body: z.strictObject({
    ...ticketChoice,
    /** The name on the receipt until one is issued. Default: the buyer. */
    addressee: z.optional(addressee),
    /**
     * Makes the seat a gift: once it is paid, its recipient is offered it by mail until the event begins, and until then
     * it is the buyer's. Null takes that back. When omitted, it stays.
     */
    gift: z.optional(z.nullable(seatRecipient)),
    /**
     * Buys a seat of the same ticket for each of these as well, paid together. When omitted, the further seats stay.
     * Only general tickets have further seats, gifts have none, and their buyer is of age. A code is used once per seat.
     */
    companions: z.optional(companionNames),
  }),
  response: z.extend(paymentAttempt, {
    /** The provider's id of the saved card, when it can be used for this payment. */
    savedCardId: z.nullable(z.string()),
  }),
  status: 201,
  errors: attemptErrors,
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const createGuestPaymentIntent = endpoint({
  name: 'createGuestPaymentIntent',
  method: 'POST',
  path: '/events/{id}/payment_intent',
  summary: 'Starts the purchase of a guest without an account. The token in the response will open the ticket.',
  access: {
    session: 'visitor',
    refuses: {
      adult: 'conflict',
      student: 'conflict',
      child: 'guardian_required',
      school: 'conflict',
      professional: 'conflict',
    },
    closes: true,
  },
  params: z.object({ id }),
  body: z.strictObject({ ...ticketChoice, email, birthDate }),
  response: z.extend(paymentAttempt, { guestToken: z.string() }),
  status: 201,
  errors: [...attemptErrors, 'guardian_required'],
  idempotencyKey: true,
});

export const getPaymentConfig = endpoint({
  name: 'getPaymentConfig',
  isExtension: true,
  method: 'GET',
  path: '/payment_config',
  summary: 'Returns what the browser needs to talk to the payment provider: its public key and the URL of its script.',
  access: { session: 'public' },
  response: z.object({
    publishableKey: z.string(),
    scriptUrl: z.string(),
    /** Payments of a test account, in which no money moves. */
    isTest: z.boolean(),
    methods: z.array(paymentMethod),
  }),
  errors: ['unavailable'],
});

const saleType = z.enum(['ticket', 'subscription', 'payout', 'refund']);

export const saleHistory = z.object({
  id,
  type: saleType,
  title: z.string(),
  /** Negative: money refunded to the user. */
  amount: z.int(),
  tax: z.int(),
  taxRate,
  fee: z.int(),
  state: z.enum(['pending', 'paid', 'refunded', 'failed']),
  /** Path of its receipt or credit note; null when there is none. */
  receiptUrl: z.nullable(z.string()),
  invoiceRegistrationNo: z.nullable(z.string()),
  occurredAt: iso,
});
export type SaleHistory = z.output<typeof saleHistory>;

export const listSaleHistories = endpoint({
  name: 'listSaleHistories',
  method: 'GET',
  path: '/me/sale-histories',
  summary:
    'Returns the payments, refunds and organizer earnings of the user, newest first, optionally filtered by type or by calendar year in Japan.',
  access: { session: 'person' },
  query: z.object({
    type: z.optional(saleType),
    year: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(2000), z.maximum(2999))),
    ...pageQuery,
  }),
  response: z.extend(page(saleHistory), {
    /** The years in Japan with any entries, regardless of the query, newest first. */
    years: z.array(z.int()),
    /** Payments less refunds, across all pages; for a payout query, the amount received. */
    total: z.int(),
  }),
  errors: [],
  tags: ['Event', 'Subscription'],
});
