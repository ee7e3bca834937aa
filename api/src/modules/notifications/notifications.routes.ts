import {
  explainNotification,
  getNotification,
  listNotificationGroup,
  listNotifications,
  openNotification,
  PREFETCH_HEADER,
  readAllNotifications,
  readNotification,
} from '@manabiba/shared/contract/notifications';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { NotificationsService } from './notifications.service';

export function notificationsRoutes(app: FastifyInstance, notifications: NotificationsService) {
  route(app, listNotifications, ({ query, viewer, request }) =>
    notifications.list(viewer, { ...query, isPrefetch: request.headers[PREFETCH_HEADER.toLowerCase()] === '1' }),
  );
  route(app, getNotification, ({ params, viewer }) => notifications.get(viewer, params.id));
  route(app, readNotification, ({ params, query, viewer }) =>
    notifications.read(viewer, params.id, { isOnly: query.only === 'true' }),
  );
  route(app, readAllNotifications, ({ viewer }) => notifications.readAll(viewer));
  route(app, listNotificationGroup, ({ params, viewer }) => notifications.group(viewer, params.id));
  route(app, openNotification, ({ body, params, viewer }) => notifications.open(viewer, params.id, body.from));
  route(app, explainNotification, ({ params, viewer }) => notifications.explain(viewer, params.id));
}
