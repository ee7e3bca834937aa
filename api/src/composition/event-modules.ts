import type { FastifyInstance } from 'fastify';

import type { CategoriesService } from '../modules/categories/categories.service';
import { createEventParticipantsRepository } from '../modules/events/audience/event-participants.repository';
import { createEventParticipantsService } from '../modules/events/audience/event-participants.service';
import { createEventSalesRepository } from '../modules/events/audience/event-sales.repository';
import { createEventSalesService } from '../modules/events/audience/event-sales.service';
import {
  eventAudienceRoutes,
  organizedEventsRoutes,
  ticketTypesRoutes,
} from '../modules/events/editing/event-editing.routes';
import { createEventPublishingService } from '../modules/events/editing/event-publishing.service';
import { createEventSchedulingService } from '../modules/events/editing/event-scheduling.service';
import { createInvitationsRepository } from '../modules/events/editing/invitations.repository';
import { createInvitationsService } from '../modules/events/editing/invitations.service';
import { createOrganizedEventsRepository } from '../modules/events/editing/organized-events.repository';
import { createOrganizedEventsService } from '../modules/events/editing/organized-events.service';
import { ticketTypesRepository } from '../modules/events/editing/ticket-types.repository';
import { createTicketTypesService } from '../modules/events/editing/ticket-types.service';
import { eventsRoutes } from '../modules/events/events.routes';
import type { ContentDeps } from './content-deps';

/** Registers events as the public sees them and as their organizers edit them. */
export function addEventModules(app: FastifyInstance, deps: ContentDeps, categories: CategoriesService): void {
  const { db, env, clock, users, uploads, payouts } = deps;
  const { events, participations: tickets } = deps.tickets;
  const { rooms, life, cancellation } = deps.tickets.eventLife;
  const { write } = deps.live;
  const organized = createOrganizedEventsRepository(db);
  const invitations = createInvitationsRepository(db);
  const organizedEvents = createOrganizedEventsService({
    organized,
    invitations,
    events,
    scheduling: createEventSchedulingService({ organized, life, rooms, clock }),
    write,
    categories,
    users,
    uploads,
    payouts,
    clock,
  });
  const publishing = createEventPublishingService({
    organized,
    events: organizedEvents,
    cancellation,
    life,
    rooms,
    write,
    users,
    payouts,
    clock,
  });
  eventsRoutes(app, events);
  organizedEventsRoutes(app, organizedEvents, publishing);
  ticketTypesRoutes(
    app,
    createTicketTypesService({ ticketTypes: ticketTypesRepository, organized, participations: tickets, write, clock }),
    createInvitationsService({ invitations, organized, write, clock }),
  );
  const participants = createEventParticipantsRepository(db);
  const { platformFeePercent: feePercent } = env;
  eventAudienceRoutes(
    app,
    createEventParticipantsService({ participants, organized, participations: tickets, write, clock }),
    createEventSalesService({ sales: createEventSalesRepository(db), organized, events, feePercent, clock }),
  );
}
