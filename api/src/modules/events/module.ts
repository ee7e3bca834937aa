import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { CategoriesService } from '../categories/categories.service';
import type { ParticipationsService } from '../participations/participations.service';
import type { PayoutsService } from '../payouts/payouts.service';
import type { EventTeam } from '../teams/module';
import type { UploadsService } from '../uploads/uploads.service';
import type { UsersService } from '../users/users.service';
import { createEventParticipantsRepository } from './audience/event-participants.repository';
import { createEventParticipantsService } from './audience/event-participants.service';
import { createEventSalesRepository } from './audience/event-sales.repository';
import { createEventSalesService } from './audience/event-sales.service';
import { eventAudienceRoutes, organizedEventsRoutes, ticketTypesRoutes } from './editing/event-editing.routes';
import { createEventPublishingService } from './editing/event-publishing.service';
import { createEventSchedulingService } from './editing/event-scheduling.service';
import { createInvitationsRepository } from './editing/invitations.repository';
import { createInvitationsService } from './editing/invitations.service';
import { createOrganizedEventsRepository } from './editing/organized-events.repository';
import { createOrganizedEventsService } from './editing/organized-events.service';
import { ticketTypesRepository } from './editing/ticket-types.repository';
import { createTicketTypesService } from './editing/ticket-types.service';
import { eventsRoutes } from './events.routes';
import type { EventsService } from './events.service';
import type { EventLife } from './life/module';

interface EventDeps {
  db: Db;
  env: Pick<Env, 'platformFeePercent'>;
  clock: Clock;
  write: Write;
  users: UsersService;
  eventTeam: EventTeam;
  uploads: UploadsService;
  payouts: PayoutsService;
  categories: CategoriesService;
  events: EventsService;
  participations: ParticipationsService;
  eventLife: EventLife;
}

/** Registers events as the public sees them and as their organizers edit them. */
export function addEventModules(app: FastifyInstance, deps: EventDeps): void {
  const { db, env, clock, write, users, uploads, payouts, categories, events, participations: tickets } = deps;
  const { rooms, life, cancellation } = deps.eventLife;
  const { authority, log } = deps.eventTeam;
  const organized = createOrganizedEventsRepository(db);
  const invitations = createInvitationsRepository(db);
  const organizedEvents = createOrganizedEventsService({
    organized,
    invitations,
    events,
    scheduling: createEventSchedulingService({ organized, life, rooms, clock }),
    authority,
    log,
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
    authority,
    log,
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
    createTicketTypesService({
      ticketTypes: ticketTypesRepository,
      organized,
      authority,
      log,
      participations: tickets,
      payouts,
      write,
      clock,
    }),
    createInvitationsService({ invitations, organized, authority, log, write, clock }),
  );
  const participants = createEventParticipantsRepository(db);
  const { platformFeePercent: feePercent } = env;
  eventAudienceRoutes(
    app,
    createEventParticipantsService({ participants, authority, log, participations: tickets, write, clock }),
    createEventSalesService({ sales: createEventSalesRepository(db), authority, events, feePercent, clock }),
  );
}
