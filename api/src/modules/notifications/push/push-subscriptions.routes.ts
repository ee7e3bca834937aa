import {
  createPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  testPushSubscription,
} from '@manabiba/shared/contract/push-subscriptions';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { PushSubscriptionsService } from './push-subscriptions.service';

export function pushSubscriptionsRoutes(app: FastifyInstance, subscriptions: PushSubscriptionsService) {
  route(app, getPushKey, () => subscriptions.key());
  route(app, listPushSubscriptions, ({ viewer }) => subscriptions.list(viewer));
  route(app, createPushSubscription, ({ body, viewer }) => subscriptions.create(viewer, body));
  route(app, deletePushSubscription, ({ params, viewer }) => subscriptions.delete(viewer, params.id));
  route(app, testPushSubscription, ({ params, viewer }) => subscriptions.test(viewer, params.id), {
    knowsIntents: true,
  });
}
