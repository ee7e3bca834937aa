import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { eventSales } from './event-sales';
import { classroomEvent, eventState } from './events';
import { MAX_EVENT_CANCEL_REASON_LENGTH, MAX_SEARCH_LENGTH } from './limits';
import { count, id, iso, line, page, pageQuery, text, yen } from './primitives';

/** Events to come or running, over, or cancelled. */
const stage = z.enum(['upcoming', 'past', 'cancelled']);
export type StaffEventStage = z.output<typeof stage>;

const staffEvent = z.object({
  id,
  title: z.string(),
  state: eventState,
  startAt: iso,
  organizer: z.object({ id, nickname: z.string(), orgName: z.nullable(z.string()) }),
  /** Seats of all ticket types; null when any of them has no limit. */
  seats: z.nullable(count),
  /** Confirmed seats, and those held during payment or offered from the waiting list. */
  sold: count,
  held: count,
});
export type StaffEvent = z.output<typeof staffEvent>;

export const listStaffEvents = endpoint({
  name: 'listStaffEvents',
  isExtension: true,
  method: 'GET',
  path: '/staff/events',
  summary:
    'Returns the published events of everybody, the next first; past and cancelled ones latest first. Searchable by id, by a part of the title, or of the name of the organizer or their organization.',
  access: { session: 'staff' },
  query: z.object({
    stage: z._default(stage, 'upcoming'),
    q: z.optional(line({ max: MAX_SEARCH_LENGTH })),
    ...pageQuery,
  }),
  response: page(staffEvent),
  errors: [],
  tags: ['Staff'],
});

const refundSum = z.object({ count, amount: yen });

const staffEventRecord = z.object({
  /** The event as buyers see it. */
  event: classroomEvent,
  /** The sales as the organizer sees them. */
  sales: eventSales,
  /** What cancelling it now would do; null when it cannot be cancelled. */
  cancellation: z.nullable(
    z.object({
      /** People with a seat, and those who pay, were offered a seat or wait. */
      applications: count,
      others: count,
      /** What goes back to how many payments. */
      payments: count,
      refund: yen,
    }),
  ),
  /** Refunds of its tickets: done, on their way, refused by the payment provider. */
  refunds: z.object({ paid: refundSum, pending: refundSum, failed: refundSum }),
  /** What the organizer earns with it: transferable, and not yet. */
  earnings: z.object({ settled: yen, pending: yen, canReceivePayouts: z.boolean() }),
});
export type StaffEventRecord = z.output<typeof staffEventRecord>;

export const getStaffEvent = endpoint({
  name: 'getStaffEvent',
  isExtension: true,
  method: 'GET',
  path: '/staff/events/{id}',
  summary: 'Returns a published event as its buyers and its organizer see it, and what cancelling it would do.',
  access: { session: 'staff' },
  params: z.object({ id }),
  response: staffEventRecord,
  errors: ['not_found'],
  tags: ['Staff'],
});

export const cancelStaffEvent = endpoint({
  name: 'cancelStaffEvent',
  isExtension: true,
  method: 'POST',
  path: '/staff/events/{id}/cancellation',
  summary:
    'Cancels a published event that has not begun, as its organizer can: the participants are notified of the reason, and every payment is refunded.',
  access: { session: 'staff' },
  params: z.object({ id }),
  body: z.strictObject({
    reason: text({
      min: 1,
      max: MAX_EVENT_CANCEL_REASON_LENGTH,
      empty: '参加者に届く理由を入力してください。',
      tooLong: `理由は${MAX_EVENT_CANCEL_REASON_LENGTH}文字以内で入力してください。`,
    }),
  }),
  response: null,
  errors: ['not_found', 'already', 'conflict', 'invalid'],
  invalidates: ['Staff', 'Event'],
  idempotencyKey: true,
});
