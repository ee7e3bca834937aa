import * as z from 'zod/mini';

import { birthDate, email } from './auth';
import { endpoint } from './endpoint';
import { id, iso, page, pageQuery, yen } from './primitives';
import { paymentMethod, taxRate } from './tickets';

/** An attempt to pay for a ticket. The browser hands `clientSecret` to the provider's script. */
const paymentAttempt = z.object({ clientSecret: z.string(), participationId: id, amount: yen, holdExpiresAt: iso });

const attemptErrors = [
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
  'unavailable',
] as const;

const ticketChoice = { ticketTypeId: id, method: paymentMethod };

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/me/events/{id}/payment_intent',
  summary:
    'Keeps a seat for 15 minutes (of a payment at a store: until its deadline) and begins the payment. Repeating it gives the same attempt; another method replaces it.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, closes: true },
  params: z.object({ id }),
  body: z.strictObject(ticketChoice),
  response: paymentAttempt,
  status: 201,
  errors: attemptErrors,
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const createGuestPaymentIntent = endpoint({
  name: 'createGuestPaymentIntent',
  method: 'POST',
  path: '/events/{id}/payment_intent',
  summary: 'The same for somebody without an account. The token of the answer is what will open the ticket.',
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
  errors: [...attemptErrors, 'guardian_required', 'rate_limited'],
  idempotencyKey: true,
});

export const getPaymentConfig = endpoint({
  name: 'getPaymentConfig',
  isExtension: true,
  method: 'GET',
  path: '/payment_config',
  summary: 'What the browser needs to talk to the payment provider: its public key, and where its script comes from.',
  access: { session: 'public' },
  response: z.object({
    publishableKey: z.string(),
    scriptUrl: z.string(),
    /** Payments of a test account: no money moves. */
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
  /** Negative: money that went back to the person. */
  amount: z.int(),
  tax: z.int(),
  taxRate,
  fee: z.int(),
  state: z.enum(['pending', 'paid', 'refunded', 'failed']),
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
    'What the person paid, got back and received as an organizer, the newest first; of one type where `type` says so.',
  access: { session: 'person' },
  query: z.object({ type: z.optional(saleType), ...pageQuery }),
  response: page(saleHistory),
  errors: [],
  tags: ['Event', 'Subscription'],
});
