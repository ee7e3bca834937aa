import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createNotificationsRepository } from '../modules/notifications/notifications.repository';
import { notificationsRoutes } from '../modules/notifications/notifications.routes';
import { createNotificationsService } from '../modules/notifications/notifications.service';
import { createPushSender } from '../modules/notifications/push/push-sender';
import { createPushSubscriptionsRepository } from '../modules/notifications/push/push-subscriptions.repository';
import { pushSubscriptionsRoutes } from '../modules/notifications/push/push-subscriptions.routes';
import { createPushSubscriptionsService } from '../modules/notifications/push/push-subscriptions.service';
import { createMailSubscriptionsService } from '../modules/notifications/settings/mail-subscriptions.service';
import { createMailTokens } from '../modules/notifications/settings/mail-token';
import { createNotificationSettingsRepository } from '../modules/notifications/settings/notification-settings.repository';
import { notificationSettingsRoutes } from '../modules/notifications/settings/notification-settings.routes';
import { createNotificationSettingsService } from '../modules/notifications/settings/notification-settings.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Limiter } from '../platform/security/limiter';
import type { LiveDocuments } from './content-deps';

interface NotificationDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  live: LiveDocuments;
}

/** Registers the inbox, the settings and the devices for push. */
export function addNotificationModules(app: FastifyInstance, { db, env, clock, limiter, live }: NotificationDeps) {
  const notifications = createNotificationsRepository(db);
  notificationsRoutes(app, createNotificationsService({ notifications, clock, onCommit: live.onCommit }));

  const repository = createNotificationSettingsRepository(db);
  const settings = createNotificationSettingsService({ db, settings: repository, clock });
  const tokens = createMailTokens(env.sessionSecret);
  const mailSubscriptions = createMailSubscriptionsService({ tokens, settings, repository, clock });
  notificationSettingsRoutes(app, { settings, mailSubscriptions });

  const push = env.push && { env: env.push, send: createPushSender(env.push) };
  const subscriptions = createPushSubscriptionsRepository(db);
  pushSubscriptionsRoutes(app, createPushSubscriptionsService({ db, subscriptions, push, limiter, clock }));
}
