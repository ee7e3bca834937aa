import {
  listClassroomMessages,
  listSentClassroomMessages,
  sendClassroomMessage,
  updateClassroomMessageSubscription,
} from '@manabiba/shared/contract/classroom-messages';
import {
  listEventMessages,
  listSentEventMessages,
  reportEventMessage,
  sendEventMessage,
  updateMessageSubscription,
} from '@manabiba/shared/contract/event-messages';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../http/route';
import type { MessageSubject } from './host-messages.repository';
import type { HostMessagesService } from './host-messages.service';

const event = ({ id }: { id: string }): MessageSubject => ({ kind: 'event', id });
const classroom = ({ id }: { id: string }): MessageSubject => ({ kind: 'classroom', id });

export function hostMessagesRoutes(app: FastifyInstance, messages: HostMessagesService) {
  route(app, listSentEventMessages, ({ params, viewer }) => messages.listSent(viewer, event(params)));
  route(app, sendEventMessage, ({ params, body, viewer }) => messages.send(viewer, event(params), body));
  route(app, listEventMessages, ({ params, viewer }) => messages.list(viewer, event(params)));
  route(app, updateMessageSubscription, ({ params, body, viewer }) =>
    messages.setSubscribed(viewer, event(params), body.isSubscribed),
  );
  route(app, listSentClassroomMessages, ({ params, viewer }) => messages.listSent(viewer, classroom(params)));
  route(app, sendClassroomMessage, ({ params, body, viewer }) => messages.send(viewer, classroom(params), body));
  route(app, listClassroomMessages, ({ params, viewer }) => messages.list(viewer, classroom(params)));
  route(app, updateClassroomMessageSubscription, ({ params, body, viewer }) =>
    messages.setSubscribed(viewer, classroom(params), body.isSubscribed),
  );
  route(app, reportEventMessage, async ({ params, body, viewer }) => {
    const { isNew } = await messages.report(viewer, params.messageId, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
}
