import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, iso } from './primitives';

const seats = z.object({ sold: count, held: count });

/** A ticket whose stored counters differ from its counted seats, or exceed its quota. */
export const seatViolation = z.object({
  foundAt: iso,
  resolvedAt: z.nullable(iso),
  quota: z.nullable(count),
  stored: seats,
  counted: seats,
});

export const seatProof = z.object({
  /** Null before the first check. */
  checkedAt: z.nullable(iso),
  ticketTypes: count,
  /** Seats sold or held, over all tickets. */
  seats: count,
  violations: count,
  /** Since when every check has passed; null while one fails. */
  since: z.nullable(iso),
  /** The failures, most recent first. */
  history: z.array(seatViolation),
});
export type SeatProof = z.output<typeof seatProof>;

export const getSeatProof = endpoint({
  name: 'getSeatProof',
  isExtension: true,
  method: 'GET',
  path: '/seat_proof',
  summary:
    'Returns whether any event is oversold: once a minute, the ticket counters are compared with the seats taken.',
  access: { session: 'public' },
  response: seatProof,
  errors: [],
});
