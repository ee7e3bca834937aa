import { createApiKey, deleteApiKey, listApiKeys } from '@manabiba/shared/contract/api-keys';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { ApiKeysService } from './api-keys.service';

export function apiKeysRoutes(app: FastifyInstance, keys: ApiKeysService) {
  route(app, listApiKeys, ({ viewer }) => keys.list(viewer));
  route(app, createApiKey, ({ body, viewer }) => keys.create(viewer, body));
  route(app, deleteApiKey, ({ params, viewer }) => keys.remove(viewer, params.id));
}
