import type { WebhookEventFacts, WebhookMessage, WebhookTicketFacts } from '@manabiba/shared/contract/webhook-messages';
import type { WebhookType } from '@manabiba/shared/contract/webhook-types';

import type { Trx } from '../../platform/database/db';
import type { DomainEvent, DomainEventHandlers } from '../../platform/events/domain-events';
import { idFor } from '../../platform/ids';
import type { WebhookDeliveriesService } from './webhook-deliveries.service';
import type { WebhookFactsRepository } from './webhook-facts.repository';

interface WebhookMessagesDeps {
  facts: WebhookFactsRepository;
  deliveries: Pick<WebhookDeliveriesService, 'queue'>;
  publicUrl: string;
}

type DataOf<T extends WebhookType> = WebhookMessage<T>['data'];
type OfTicket =
  | 'participationConfirmed'
  | 'participationCancelled'
  | 'participationRefunded'
  | 'participationCheckedIn';

/** Turns domain events into messages, which are queued in the transaction that completes the delivery of the event. */
export function createWebhookMessages({ facts, deliveries, publicUrl }: WebhookMessagesDeps): DomainEventHandlers {
  /** Queues a message for every webhook that wants it. Most organizers have none, so its data is read last. */
  async function report<T extends WebhookType>(
    trx: Trx,
    type: T,
    { id, payload: { eventId }, createdAt }: Pick<DomainEvent, 'id' | 'createdAt'> & { payload: { eventId: string } },
    dataOf: (event: WebhookEventFacts) => Promise<DataOf<T> | undefined> | DataOf<T>,
  ): Promise<void> {
    const endpoints = await facts.listEndpoints(trx, eventId, type);
    if (endpoints.length === 0) return;
    const row = await facts.findEvent(trx, eventId);
    if (!row) return;
    const data = await dataOf({
      id: row.id,
      title: row.title,
      startAt: row.start_at.toISOString(),
      endAt: row.end_at.toISOString(),
      url: `${publicUrl}/events/${row.id}`,
    });
    if (!data) return;
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const messageId = idFor('msg', `domain event ${id}`);
    for (const endpoint of endpoints) await deliveries.queue(trx, { endpointId: endpoint.id, messageId, type, body });
  }

  async function ticketOf(trx: Trx, participationId: string): Promise<WebhookTicketFacts | undefined> {
    const row = await facts.findTicket(trx, participationId);
    return (
      row && {
        id: row.id,
        ticketTypeId: row.ticket_type_id,
        ticketName: row.ticket_name,
        route: row.route,
        isGuest: row.user_id === null,
      }
    );
  }

  const ofEvent =
    (type: 'event.published' | 'event.cancelled' | 'event.started' | 'event.ended') =>
    (trx: Trx, event: Parameters<typeof report>[2]) =>
      report(trx, type, event, (facts) => ({ event: facts }));

  const ofTicket =
    (type: 'ticket.confirmed' | 'ticket.refunded' | 'attendee.checked_in') =>
    (trx: Trx, event: DomainEvent<OfTicket>) =>
      report(trx, type, event, async (facts) => {
        const ticket = await ticketOf(trx, event.payload.participationId);
        return ticket && { event: facts, ticket };
      });

  return {
    eventPublished: ofEvent('event.published'),
    eventCancelled: ofEvent('event.cancelled'),
    eventStarted: ofEvent('event.started'),
    eventEnded: ofEvent('event.ended'),
    eventRescheduled: (trx, event) =>
      report(trx, 'event.rescheduled', event, (facts) => ({ event: facts, previousStartAt: event.payload.from })),
    participationConfirmed: ofTicket('ticket.confirmed'),
    participationRefunded: ofTicket('ticket.refunded'),
    participationCheckedIn: ofTicket('attendee.checked_in'),
    participationCancelled: (trx, event) =>
      report(trx, 'ticket.cancelled', event, async (facts) => {
        const ticket = await ticketOf(trx, event.payload.participationId);
        return ticket && { event: facts, ticket, reason: event.payload.reason };
      }),
  };
}
