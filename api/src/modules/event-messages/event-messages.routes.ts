import {
  listEventMessages,
  listSentEventMessages,
  reportEventMessage,
  sendEventMessage,
  updateMessageSubscription,
} from '@manabiba/shared/contract/event-messages';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../http/route';
import type { EventMessagesService } from './event-messages.service';

export function eventMessagesRoutes(app: FastifyInstance, messages: EventMessagesService) {
  route(app, listSentEventMessages, ({ params, viewer }) => messages.listSent(viewer, params.id));
  route(app, sendEventMessage, ({ params, body, viewer }) => messages.send(viewer, params.id, body));
  route(app, listEventMessages, ({ params, viewer }) => messages.list(viewer, params.id));
  route(app, updateMessageSubscription, ({ params, body, viewer }) =>
    messages.setSubscribed(viewer, params.id, body.isSubscribed),
  );
  route(app, reportEventMessage, async ({ params, body, viewer }) => {
    const { isNew } = await messages.report(viewer, params.messageId, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
}
