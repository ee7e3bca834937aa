import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, iso } from './primitives';

const seats = z.object({ sold: count, held: count });

const seatProof = z.object({
  /** Null before the first check. */
  checkedAt: z.nullable(iso),
  ticketTypes: count,
  /** Seats that are sold or kept, of all tickets together. */
  seats: count,
  violations: count,
  /** Since when no check has found anything wrong; null while something is. */
  since: z.nullable(iso),
  /** What was found wrong, the last first. */
  history: z.array(
    z.object({ foundAt: iso, resolvedAt: z.nullable(iso), quota: z.nullable(count), stored: seats, counted: seats }),
  ),
});
export type SeatProof = z.output<typeof seatProof>;

export const getSeatProof = endpoint({
  name: 'getSeatProof',
  isExtension: true,
  method: 'GET',
  path: '/seat_proof',
  summary:
    'Whether any event is oversold: once a minute the counters of all tickets are held against the seats that people have.',
  access: { session: 'public' },
  response: seatProof,
  errors: [],
});
