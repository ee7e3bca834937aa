import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { guestTicketName } from './guest-tickets';
import { MAX_SEATS_PER_PURCHASE } from './limits';
import { cancellation } from './participations';
import { id, yen } from './primitives';
import { participationState } from './tickets';

/** The names of those for whom further seats are bought, one seat each. */
export const companionNames = z
  .array(guestTicketName)
  .check(z.maxLength(MAX_SEATS_PER_PURCHASE - 1, `一度に購入できるのは、${MAX_SEATS_PER_PURCHASE}席までです。`));

/** A further seat of a purchase. */
export const companion = z.object({
  id,
  /** As its buyer has given it. */
  name: z.string(),
  state: participationState,
  amount: yen,
  /**
   * Path of its ticket, which opens for whoever has the link. Null until it is paid, once it has ended, and once an
   * account has taken it over.
   */
  ticketPath: z.nullable(z.string()),
  /** An account has taken it over: it is no longer the buyer's to cancel. */
  isClaimed: z.boolean(),
  /** What cancelling it would refund now. Null when its buyer cannot cancel it. */
  cancellation: z.nullable(cancellation),
});
export type Companion = z.output<typeof companion>;

const companions = z.object({ items: z.array(companion) });

export const listCompanions = endpoint({
  name: 'listCompanions',
  isExtension: true,
  method: 'GET',
  path: '/me/events/{id}/companions',
  summary:
    'Returns the further seats that the caller has bought with their own in an event, in the order of purchase. Empty without any.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: companions,
  errors: [],
  tags: ['Event'],
});

export const cancelCompanion = endpoint({
  name: 'cancelCompanion',
  isExtension: true,
  method: 'DELETE',
  path: '/me/events/{id}/companions/{companionId}',
  summary:
    'Cancels one further seat of the caller and refunds what it cost by the refund rule of the event; the others stay. Answers not_refundable once the event has begun, not_found for one that an account has taken over. Returns what listCompanions does.',
  access: { session: 'person' },
  params: z.object({ id, companionId: id }),
  response: companions,
  errors: ['not_found', 'not_refundable'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
