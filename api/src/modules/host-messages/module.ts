import type { FastifyInstance } from 'fastify';

import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { DomainEventDispatcher } from '../../platform/events/domain-events';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { MessageStopsService } from '../notifications/settings/message-stops.service';
import type { EventTeam } from '../teams/module';
import type { UsersService } from '../users/users.service';
import { createGuestMessageMails } from './guest-message-mails';
import { createHostMessagesRepository } from './host-messages.repository';
import { hostMessagesRoutes } from './host-messages.routes';
import { createHostMessagesService, type HostMessagesService } from './host-messages.service';
import { hostsOfClasses, organizersOfEvents } from './message-hosts.service';

interface HostMessageDeps {
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

/** Registers the messages of organizers and of hosts of classes to those who take part. */
export function addHostMessages(
  app: FastifyInstance,
  { db, clock, limiter, users, mails, domainEvents, messageStops: stops, stopToken, tickets }: HostMessageDeps,
): HostMessagesService {
  const repository = createHostMessagesRepository(db);
  const { authority, log } = tickets.eventTeam;
  const hosts = { event: organizersOfEvents(authority, log), classroom: hostsOfClasses(db, repository) };
  const messages = createHostMessagesService({ db, stops, users, limiter, clock, hosts, messages: repository });
  hostMessagesRoutes(app, messages);
  const { guestTicketPath: ticketPath } = tickets;
  domainEvents.consume(
    'guest-messages',
    createGuestMessageMails({ messages: repository, mails, stopToken, ticketPath }),
  );
  return messages;
}
