import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { DomainEventDispatcher } from '../../platform/events/domain-events';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { JobHandlers } from '../../platform/jobs/jobs';
import type { Mailer } from '../../platform/mail/mailer';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { CalendarService } from '../participations/calendar/calendar.service';
import { createDeliveriesRepository } from './deliveries/deliveries.repository';
import { createDeliveriesService } from './deliveries/deliveries.service';
import { createDigestsRepository } from './digests/digests.repository';
import { createDigestsService } from './digests/digests.service';
import { createCausesRepository } from './fan-out/causes.repository';
import { createNotificationCausesService, type NotificationCausesService } from './fan-out/notification-causes.service';
import { createNotificationsRepository } from './notifications.repository';
import { notificationsRoutes } from './notifications.routes';
import { createNotificationsService } from './notifications.service';
import { announcementsRoutes } from './operations/announcements.routes';
import { createAnnouncementsService } from './operations/announcements.service';
import { createNotificationOperationsRepository } from './operations/notification-operations.repository';
import { createPushSender } from './push/push-sender';
import { createPushSubscriptionsRepository } from './push/push-subscriptions.repository';
import { pushSubscriptionsRoutes } from './push/push-subscriptions.routes';
import { createPushSubscriptionsService } from './push/push-subscriptions.service';
import { createMailSubscriptionsService } from './settings/mail-subscriptions.service';
import { createMailTokens } from './settings/mail-token';
import { createMessageStopsRepository } from './settings/message-stops.repository';
import { createMessageStopsService, type MessageStopsService } from './settings/message-stops.service';
import { createNotificationSettingsRepository } from './settings/notification-settings.repository';
import { notificationSettingsRoutes } from './settings/notification-settings.routes';
import { createNotificationSettingsService } from './settings/notification-settings.service';

interface NotificationDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  /** `onCommit` is called after a commit that may have changed live documents. */
  live: { onCommit: () => void };
  mailer: Mailer;
  mails: MailsService;
  domainEvents: DomainEventDispatcher;
  tickets: { calendar: Pick<CalendarService, 'classroomFile'> };
  log: Parameters<typeof createAnnouncementsService>[0]['log'];
}

interface NotificationModules {
  causes: NotificationCausesService;
  messageStops: MessageStopsService;
  /** Returns the token of the mail link that stops messages of this host to this user. */
  stopToken: (userId: string, hostId: string) => string;
  jobHandlers: Pick<JobHandlers, 'tell-notifications' | 'deliver-notifications' | 'send-digests'>;
  housekeeping: HousekeepingTask[];
  stopDeliveries: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Registers the inbox, the settings and the devices for push. */
export function addNotificationModules(app: FastifyInstance, deps: NotificationDeps): NotificationModules {
  const { db, env, clock, limiter, live, mailer, mails, domainEvents, tickets, log } = deps;
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
  announcementsRoutes(
    app,
    createAnnouncementsService({ db, operations: createNotificationOperationsRepository(db), causes, log, clock }),
  );
  return {
    causes,
    messageStops,
    stopToken: (userId, hostId) => tokens.make({ userId, subject: 'hostMessages', hostId }),
    jobHandlers: {
      'tell-notifications': causes.fanOutDue,
      'deliver-notifications': deliveries.deliverDue,
      'send-digests': digests.sendDue,
    },
    housekeeping: [causes.deleteOld, deliveries.deleteOld],
    stopDeliveries: deliveries.stop,
    stop: causes.stop,
  };
}
