import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_SEARCH_LENGTH } from './limits';
import { count, id, iso, line, page, pageQuery, yen } from './primitives';
import { seatProof, seatViolation } from './seat-proof';
import { staffReason } from './staff-reason';

const staffOnly = { access: { session: 'staff' } } as const;

const paidTicket = z.object({
  id,
  /** Event and ticket. */
  title: z.string(),
  /** Nickname of the buyer, or the address of a guest. */
  buyer: z.string(),
  paidAt: iso,
  amount: yen,
  /** Refunded, or about to be. */
  refunded: yen,
  /** `kept`: its seat in an event to come is still taken, so it must be cancelled first. `refunded`: nothing is left. */
  state: z.enum(['refundable', 'kept', 'refunded']),
});
export type PaidTicket = z.output<typeof paidTicket>;

export const listPaidTickets = endpoint({
  ...staffOnly,
  name: 'listPaidTickets',
  isExtension: true,
  method: 'GET',
  path: '/staff/payments',
  summary:
    'Returns the latest 50 paid tickets of a user, by id or e-mail address, or of a guest by e-mail address, or one payment by its id.',
  query: z.object({ q: line({ min: 1, max: MAX_SEARCH_LENGTH }) }),
  response: z.object({ items: z.array(paidTicket) }),
  errors: [],
  tags: ['Staff'],
});

export const refundPayment = endpoint({
  ...staffOnly,
  name: 'refundPayment',
  isExtension: true,
  method: 'POST',
  path: '/staff/payments/{id}/refund',
  summary:
    'Refunds what is left of the payment of a ticket, whatever the refund rule of the event. A seat that is still taken in an event to come is 409 conflict, a payment of which nothing is left 409 already.',
  params: z.object({ id }),
  body: z.strictObject({ reason: staffReason }),
  response: z.object({ amount: yen }),
  errors: ['not_found', 'already', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

/** What both sides have in one account, in yen. */
const ledgerSum = z.object({ provider: z.int(), books: z.int() });
/** Payments, the invoices of plans among them, refunds and transfers. */
const ledgerAccounts = ['paid', 'invoices', 'refunded', 'transferred'] as const;

const ledgerCheck = z.object({
  checkedAt: iso,
  sums: z.object({ paid: ledgerSum, invoices: ledgerSum, refunded: ledgerSum, transferred: ledgerSum }),
  differenceCount: count,
  /** The first hundred. */
  differences: z.array(
    z.object({
      /** `payment_refunds`: the total of a payment and the sum of its refunds, both in the books. */
      account: z.enum([...ledgerAccounts, 'payment_refunds']),
      /** Id at the provider, and ours where it is known. */
      id: z.string(),
      ownId: z.nullable(z.string()),
      /** Null where that side has no record. */
      provider: z.nullable(z.int()),
      books: z.nullable(z.int()),
    }),
  ),
});
export type LedgerCheck = z.output<typeof ledgerCheck>;

export const checkLedger = endpoint({
  ...staffOnly,
  name: 'checkLedger',
  isExtension: true,
  method: 'POST',
  path: '/staff/ledger_checks',
  summary:
    'Compares every payment, refund and transfer at the payment provider with the books, to the yen. What happened there and has not been reported yet is a difference.',
  response: ledgerCheck,
  errors: ['unavailable'],
  maxRetries: 0,
});

const staffSeatProof = z.extend(seatProof, {
  history: z.array(
    z.extend(seatViolation, {
      /** Null when the ticket has been deleted. */
      ticket: z.nullable(z.object({ name: z.string(), eventId: id, eventTitle: z.string() })),
    }),
  ),
});
export type StaffSeatProof = z.output<typeof staffSeatProof>;

export const getStaffSeatProof = endpoint({
  ...staffOnly,
  name: 'getStaffSeatProof',
  isExtension: true,
  method: 'GET',
  path: '/staff/seat_proof',
  summary: 'Returns the seat proof with the names of the tickets that failed it.',
  response: staffSeatProof,
  errors: [],
  tags: ['Staff'],
});

export const checkSeats = endpoint({
  ...staffOnly,
  name: 'checkSeats',
  isExtension: true,
  method: 'POST',
  path: '/staff/seat_checks',
  summary: 'Counts the seats of all tickets again now, as happens every minute.',
  response: null,
  errors: [],
  invalidates: ['Staff'],
});

const staffPayout = z.object({
  id,
  organizer: z.object({ id, nickname: z.string() }),
  amount: yen,
  state: z.enum(['pending', 'paid', 'failed']),
  /** How often the provider has put it off because the balance there was short; it is tried again every hour. */
  refusals: count,
  /** Why it failed; the amount is then part of the balance again. */
  failureReason: z.nullable(z.string()),
  createdAt: iso,
  doneAt: z.nullable(iso),
});
export type StaffPayout = z.output<typeof staffPayout>;

export const listStaffPayouts = endpoint({
  ...staffOnly,
  name: 'listStaffPayouts',
  isExtension: true,
  method: 'GET',
  path: '/staff/payouts',
  summary:
    'Returns the transfers to organizers, latest first: those that wait or failed (`held`), or those that were made.',
  query: z.object({ stage: z._default(z.enum(['held', 'paid']), 'held'), ...pageQuery }),
  response: page(staffPayout),
  errors: [],
  tags: ['Staff'],
});
