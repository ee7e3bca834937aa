import * as z from 'zod/mini';

import { id, iso } from './primitives';
import { participation } from './tickets';
import type { WebhookType } from './webhook-types';

/*
 * What webhooks contain: ids and what anybody may know of an event. Names and addresses of participants are in
 * listOrganizedParticipants.
 */
const event = z.object({ id, title: z.string(), startAt: iso, endAt: iso, url: z.string() });
const ticket = z.object({
  /** Of the participation. */
  id,
  ticketTypeId: id,
  ticketName: z.string(),
  route: participation.shape.route,
  /** The buyer has no account. */
  isGuest: z.boolean(),
});

const message = <T extends string, D extends z.ZodMiniObject>(type: T, data: D) =>
  z.object({ type: z.literal(type), timestamp: iso, data });

/** The body of each type of webhook. `timestamp` is when it happened. */
export const webhookMessages = {
  'event.published': message('event.published', z.object({ event })),
  'event.rescheduled': message('event.rescheduled', z.object({ event, previousStartAt: iso })),
  'event.cancelled': message('event.cancelled', z.object({ event })),
  'event.started': message('event.started', z.object({ event })),
  'event.ended': message('event.ended', z.object({ event })),
  'ticket.confirmed': message('ticket.confirmed', z.object({ event, ticket })),
  'ticket.cancelled': message(
    'ticket.cancelled',
    z.object({ event, ticket, reason: participation.shape.cancelReason }),
  ),
  'ticket.refunded': message('ticket.refunded', z.object({ event, ticket })),
  'attendee.checked_in': message('attendee.checked_in', z.object({ event, ticket })),
  test: message('test', z.object({})),
} satisfies Record<WebhookType | 'test', z.ZodMiniType>;

export type WebhookMessage<T extends WebhookType> = z.input<(typeof webhookMessages)[T]>;
export type WebhookEventFacts = z.input<typeof event>;
export type WebhookTicketFacts = z.input<typeof ticket>;
