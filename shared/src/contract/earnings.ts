import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { organizers } from './event-editing';
import { iso, page, pageQuery, yen } from './primitives';

/** An entry in the history of an organizer's balance: the sales of one event, or a payout. */
export const earning = z.object({
  id: z.string(),
  type: z.enum(['sales', 'payout']),
  title: z.string(),
  /** Null for a payout. */
  eventId: z.nullable(z.string()),
  /** Tickets paid and not refunded; 0 for a payout. */
  tickets: z.int().check(z.minimum(0)),
  /** Sales after platform fee and refunds, or what was transferred. */
  amount: yen,
  refunded: yen,
  /**
   * Sales: `pending` until they can be transferred, then `settled`; `refunded` when nothing is left. Payouts:
   * `transferring`, then `paid` or `failed`.
   */
  state: z.enum(['pending', 'settled', 'refunded', 'transferring', 'paid', 'failed']),
  /** The start of the event; of a payout, its end or, while it is transferred, its request. */
  occurredAt: iso,
});
export type Earning = z.output<typeof earning>;

export const listEarnings = endpoint({
  name: 'listEarnings',
  isExtension: true,
  method: 'GET',
  path: '/org/earnings',
  summary: 'Returns the sales of the organizer by event, and the payouts, newest first.',
  access: organizers,
  query: z.object(pageQuery),
  response: page(earning),
  errors: [],
  tags: ['Event'],
});
