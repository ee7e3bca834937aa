import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@manabiba/shared/contract/webhooks';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { WebhookDeliveriesService } from './webhook-deliveries.service';
import type { WebhookEndpointsService } from './webhook-endpoints.service';

export function webhooksRoutes(
  app: FastifyInstance,
  endpoints: WebhookEndpointsService,
  deliveries: WebhookDeliveriesService,
) {
  route(app, listWebhooks, ({ viewer }) => endpoints.list(viewer));
  route(app, createWebhook, ({ body, viewer }) => endpoints.create(viewer, body));
  route(app, updateWebhook, ({ params, body, viewer }) => endpoints.update(viewer, params.id, body));
  route(app, deleteWebhook, ({ params, viewer }) => endpoints.remove(viewer, params.id));
  route(app, rotateWebhookSecret, ({ params, viewer }) => endpoints.rotate(viewer, params.id));
  route(app, testWebhook, ({ params, viewer }) => deliveries.test(viewer, params.id));
  route(app, listWebhookDeliveries, ({ params, viewer }) => deliveries.list(viewer, params.id));
  route(app, resendWebhookDelivery, ({ params, viewer }) => deliveries.resend(viewer, params));
}
