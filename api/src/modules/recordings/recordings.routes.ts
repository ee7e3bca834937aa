import { composeArchive, cutArchive, takeMyPartOut } from '@manabiba/shared/contract/archive-editing';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { PartsService } from './parts.service';

export function recordingsRoutes(app: FastifyInstance, parts: PartsService) {
  route(app, cutArchive, ({ params, body, viewer }) => parts.cut(viewer, params.id, body));
  route(app, composeArchive, ({ params, viewer }) => parts.compose(viewer, params.id));
  route(app, takeMyPartOut, ({ params, viewer }) => parts.takeMyPartOut(viewer, params.id));
}
