import {
  deleteNotificationMute,
  getMailSubscription,
  getNotificationSettings,
  muteFromNotification,
  resubscribeMail,
  unsubscribeMail,
  updateNotificationSettings,
} from '@manabiba/shared/contract/notification-settings';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { MailSubscriptionsService } from './mail-subscriptions.service';
import type { NotificationSettingsService } from './notification-settings.service';

interface SettingsServices {
  settings: NotificationSettingsService;
  mailSubscriptions: MailSubscriptionsService;
}

export function notificationSettingsRoutes(app: FastifyInstance, { settings, mailSubscriptions }: SettingsServices) {
  route(app, getNotificationSettings, ({ viewer }) => settings.get(viewer));
  route(app, updateNotificationSettings, ({ body, viewer }) => settings.update(viewer, body));
  route(app, muteFromNotification, ({ body, params, viewer }) => settings.mute(viewer, params.id, body.scope));
  route(app, deleteNotificationMute, ({ params, viewer }) => settings.unmute(viewer, params.id));
  // Mail programs post a form (RFC 8058), whose content is always the same.
  void app.register((scope, _options, done) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, parsed) => {
        parsed(null, undefined);
      });
    route(scope, unsubscribeMail, ({ params }) => mailSubscriptions.unsubscribe(params.token));
    done();
  });
  route(app, getMailSubscription, ({ params }) => mailSubscriptions.get(params.token));
  route(app, resubscribeMail, ({ params }) => mailSubscriptions.resubscribe(params.token));
}
