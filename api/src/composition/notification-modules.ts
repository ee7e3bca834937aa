import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createEventMessagesRepository } from '../modules/event-messages/event-messages.repository';
import { eventMessagesRoutes } from '../modules/event-messages/event-messages.routes';
import {
  createEventMessagesService,
  type EventMessagesService,
} from '../modules/event-messages/event-messages.service';
import { createGuestMessageMails } from '../modules/event-messages/guest-message-mails';
import type { MailsService } from '../modules/mails/mails.service';
import { createDeliveriesRepository } from '../modules/notifications/deliveries/deliveries.repository';
import { createDeliveriesService } from '../modules/notifications/deliveries/deliveries.service';
import { createDigestsRepository } from '../modules/notifications/digests/digests.repository';
import { createDigestsService } from '../modules/notifications/digests/digests.service';
import { createCausesRepository } from '../modules/notifications/fan-out/causes.repository';
import {
  createNotificationCausesService,
  type NotificationCausesService,
} from '../modules/notifications/fan-out/notification-causes.service';
import { createNotificationsRepository } from '../modules/notifications/notifications.repository';
import { notificationsRoutes } from '../modules/notifications/notifications.routes';
import { createNotificationsService } from '../modules/notifications/notifications.service';
import { announcementsRoutes } from '../modules/notifications/operations/announcements.routes';
import { createAnnouncementsService } from '../modules/notifications/operations/announcements.service';
import { createNotificationOperationsRepository } from '../modules/notifications/operations/notification-operations.repository';
import { createPushSender } from '../modules/notifications/push/push-sender';
import { createPushSubscriptionsRepository } from '../modules/notifications/push/push-subscriptions.repository';
import { pushSubscriptionsRoutes } from '../modules/notifications/push/push-subscriptions.routes';
import { createPushSubscriptionsService } from '../modules/notifications/push/push-subscriptions.service';
import { createMailSubscriptionsService } from '../modules/notifications/settings/mail-subscriptions.service';
import { createMailTokens, type MailTokens } from '../modules/notifications/settings/mail-token';
import { createMessageStopsRepository } from '../modules/notifications/settings/message-stops.repository';
import {
  createMessageStopsService,
  type MessageStopsService,
} from '../modules/notifications/settings/message-stops.service';
import { createNotificationSettingsRepository } from '../modules/notifications/settings/notification-settings.repository';
import { notificationSettingsRoutes } from '../modules/notifications/settings/notification-settings.routes';
import { createNotificationSettingsService } from '../modules/notifications/settings/notification-settings.service';
import { createStaffRepository } from '../modules/staff/staff.repository';
import { createTermsRepository } from '../modules/terms/terms.repository';
import { termsRoutes } from '../modules/terms/terms.routes';
import { createTermsService } from '../modules/terms/terms.service';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { DomainEventDispatcher } from '../platform/events/domain-events';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { JobHandlers, Jobs } from '../platform/jobs/jobs';
import type { Mailer } from '../platform/mail/mailer';
import type { Limiter } from '../platform/security/limiter';
import type { LiveDocuments } from './content-deps';
import type { TicketModules } from './ticket-modules';

interface NotificationDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  live: LiveDocuments;
  mailer: Mailer;
  mails: MailsService;
  jobs: Jobs;
  domainEvents: DomainEventDispatcher;
  users: UsersService;
  tickets: Pick<TicketModules, 'calendar' | 'guestTicketPath' | 'eventTeam'>;
}

interface NotificationModules {
  causes: NotificationCausesService;
  messages: EventMessagesService;
  jobHandlers: Pick<JobHandlers, 'tell-notifications' | 'deliver-notifications' | 'send-digests' | 'mail-terms'>;
  housekeeping: HousekeepingTask[];
  stop: () => Promise<void>;
}

/** Registers the inbox, the settings and the devices for push. */
export function addNotificationModules(app: FastifyInstance, deps: NotificationDeps): NotificationModules {
  const { db, env, clock, limiter, live, mailer, mails, jobs, domainEvents, tickets } = deps;
  const notifications = createNotificationsRepository(db);
  notificationsRoutes(app, createNotificationsService({ notifications, clock, onCommit: live.onCommit }));

  const repository = createNotificationSettingsRepository(db);
  const settings = createNotificationSettingsService({ db, settings: repository, clock });
  const tokens = createMailTokens(env.sessionSecret);
  const messageStops = createMessageStopsService({ stops: createMessageStopsRepository(db), clock });
  const mailSubscriptions = createMailSubscriptionsService({ tokens, settings, repository, messageStops, clock });
  notificationSettingsRoutes(app, { settings, mailSubscriptions });

  const push = env.push && { env: env.push, send: createPushSender(env.push) };
  const subscriptions = createPushSubscriptionsRepository(db);
  pushSubscriptionsRoutes(app, createPushSubscriptionsService({ db, subscriptions, push, limiter, clock }));

  const causes = createNotificationCausesService({
    db,
    causes: createCausesRepository(db),
    clock,
    communicateMinAge: env.communicateMinAge,
    onCommit: live.onCommit,
    onTrouble: (err) => app.log.warn({ err }, 'notifications could not be told'),
  });
  domainEvents.consume('notifications', causes.consumer);
  const deliveries = createDeliveriesService({
    db,
    deliveries: createDeliveriesRepository(db),
    sendMail: mailer.transport,
    mails,
    push: push?.send ?? null,
    mailTokens: tokens,
    causes,
    calendarFile: tickets.calendar.classroomFile,
    clock,
    onTrouble: (err) => app.log.warn({ err }, 'the mail of a notification could not be sent'),
  });
  const digests = createDigestsService({ db, digests: createDigestsRepository(db), mails, mailTokens: tokens, clock });
  const { log } = createStaffRepository(db);
  const terms = createTermsService({ db, terms: createTermsRepository(db), mails, jobs, log, clock });
  termsRoutes(app, terms);
  announcementsRoutes(
    app,
    createAnnouncementsService({ db, operations: createNotificationOperationsRepository(db), causes, log, clock }),
  );
  return {
    causes,
    messages: addEventMessages(app, deps, { stops: messageStops, mailTokens: tokens }),
    jobHandlers: {
      'tell-notifications': causes.tellDue,
      'deliver-notifications': deliveries.deliverDue,
      'send-digests': digests.sendDue,
      'mail-terms': terms.mailAll,
    },
    housekeeping: [causes.deleteOld, deliveries.deleteOld],
    stop: causes.stop,
  };
}

/** Registers the messages of organizers to those who have a seat. */
function addEventMessages(
  app: FastifyInstance,
  { db, clock, limiter, users, mails, domainEvents, tickets }: NotificationDeps,
  { stops, mailTokens }: { stops: MessageStopsService; mailTokens: MailTokens },
): EventMessagesService {
  const repository = createEventMessagesRepository(db);
  const { authority, log } = tickets.eventTeam;
  const work = { db, stops, users, limiter, clock, authority, log };
  const messages = createEventMessagesService({ ...work, messages: repository });
  eventMessagesRoutes(app, messages);
  const { guestTicketPath: ticketPath } = tickets;
  domainEvents.consume(
    'guest-messages',
    createGuestMessageMails({
      messages: repository,
      mails,
      stopToken: (userId, hostId) => mailTokens.make({ userId, subject: 'hostMessages', hostId }),
      ticketPath,
    }),
  );
  return messages;
}
