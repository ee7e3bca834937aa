import type { FastifyInstance } from 'fastify';

import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { DomainEventDispatcher } from '../../platform/events/domain-events';
import type { Limiter } from '../../platform/security/limiter';
import type { EventTeam } from '../events/team/module';
import type { MailsService } from '../mails/mails.service';
import type { MessageStopsService } from '../notifications/settings/message-stops.service';
import type { UsersService } from '../users/users.service';
import { createEventMessagesRepository } from './event-messages.repository';
import { eventMessagesRoutes } from './event-messages.routes';
import { createEventMessagesService, type EventMessagesService } from './event-messages.service';
import { createGuestMessageMails } from './guest-message-mails';

interface EventMessageDeps {
  db: Db;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  mails: MailsService;
  domainEvents: DomainEventDispatcher;
  messageStops: MessageStopsService;
  /** Returns the token of the link in mails that ends the messages of this host to this user. */
  stopToken: (userId: string, hostId: string) => string;
  tickets: {
    eventTeam: Pick<EventTeam, 'authority' | 'log'>;
    /** Returns the path of a guest's ticket, which opens it. */
    guestTicketPath: (participationId: string) => string;
  };
}

/** Registers the messages of organizers to those who have a seat. */
export function addEventMessages(
  app: FastifyInstance,
  { db, clock, limiter, users, mails, domainEvents, messageStops: stops, stopToken, tickets }: EventMessageDeps,
): EventMessagesService {
  const repository = createEventMessagesRepository(db);
  const { authority, log } = tickets.eventTeam;
  const work = { db, stops, users, limiter, clock, authority, log };
  const messages = createEventMessagesService({ ...work, messages: repository });
  eventMessagesRoutes(app, messages);
  const { guestTicketPath: ticketPath } = tickets;
  domainEvents.consume(
    'guest-messages',
    createGuestMessageMails({ messages: repository, mails, stopToken, ticketPath }),
  );
  return messages;
}
