import { Readable } from 'node:stream';

import {
  createEvent,
  deleteEvent,
  duplicateEvent,
  getOrganizedEvent,
  listOrganizedEvents,
  publishEvent,
  updateEvent,
} from '@manabiba/shared/contract/event-editing';
import {
  getEventSales,
  getOrganizerSales,
  listOrganizedParticipants,
  refundOrganizedParticipant,
} from '@manabiba/shared/contract/event-sales';
import { checkInParticipant } from '@manabiba/shared/contract/event-team';
import {
  createInvitation,
  createTicketType,
  deleteInvitation,
  deleteTicketType,
  listInvitations,
  updateTicketType,
} from '@manabiba/shared/contract/event-tickets';
import { id } from '@manabiba/shared/contract/primitives';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { route } from '../../../http/route';
import { AppError } from '../../../platform/app-error';
import type { EventParticipantsService } from '../audience/event-participants.service';
import type { EventSalesService } from '../audience/event-sales.service';
import type { EventPublishingService } from './event-publishing.service';
import type { InvitationsService } from './invitations.service';
import type { OrganizedEventsService } from './organized-events.service';
import type { TicketTypesService } from './ticket-types.service';

export function organizedEventsRoutes(
  app: FastifyInstance,
  events: OrganizedEventsService,
  publishing: EventPublishingService,
) {
  route(app, listOrganizedEvents, ({ query, viewer }) => events.list(viewer, query));
  route(app, createEvent, ({ body, viewer }) => events.create(viewer, body));
  route(app, getOrganizedEvent, ({ params, viewer }) => events.get(viewer, params.id));
  route(app, updateEvent, ({ params, body, viewer }) => events.update(viewer, params.id, body));
  route(app, duplicateEvent, ({ params, viewer }) => events.duplicate(viewer, params.id));
  route(app, publishEvent, ({ params, viewer }) => publishing.publish(viewer, params.id));
  route(app, deleteEvent, ({ params, body, viewer }) => publishing.delete(viewer, params.id, body.reason ?? ''));
}

export function ticketTypesRoutes(app: FastifyInstance, tickets: TicketTypesService, invitations: InvitationsService) {
  route(app, createTicketType, ({ params, body, viewer }) => tickets.create(viewer, params.id, body));
  route(app, updateTicketType, ({ params, body, viewer }) => tickets.update(viewer, params, body));
  route(app, deleteTicketType, ({ params, viewer }) => tickets.delete(viewer, params));
  route(app, listInvitations, ({ params, viewer }) => invitations.list(viewer, params.id));
  route(app, createInvitation, ({ params, body, viewer }) => invitations.create(viewer, params.id, body));
  route(app, deleteInvitation, ({ params, viewer }) => invitations.revoke(viewer, params.id, params.invitationId));
}

const csvParams = z.object({ id });

export function eventAudienceRoutes(
  app: FastifyInstance,
  participants: EventParticipantsService,
  sales: EventSalesService,
) {
  route(app, listOrganizedParticipants, ({ params, query, viewer }) => participants.list(viewer, params.id, query));
  route(app, refundOrganizedParticipant, ({ params, viewer }) => participants.refund(viewer, params));
  route(app, checkInParticipant, ({ params, body, viewer }) => participants.checkIn(viewer, params, body.isCheckedIn));
  route(app, getEventSales, ({ params, viewer }) => sales.get(viewer, params.id));
  route(app, getOrganizerSales, ({ viewer }) => sales.byMonth(viewer));

  /** A file, not JSON, so it is not part of the contract; readable by anyone who may read the list. */
  app.get(
    '/org/events/:id/participants.csv',
    { config: { endpoint: listOrganizedParticipants } },
    async (request, reply) => {
      const params = z.safeParse(csvParams, request.params);
      if (!params.success) throw new AppError('not_found');
      // The endpoint's access rule requires a signed-in user.
      const parts = await participants.csv(request.authentication.viewer as SignedInViewer, params.data.id);
      return reply
        .header('content-disposition', 'attachment; filename="participants.csv"')
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(parts));
    },
  );
}
