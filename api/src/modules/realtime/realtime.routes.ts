import { createRealtimeToken } from '@manabiba/shared/contract/realtime';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { RealtimeService } from './realtime.service';

export function realtimeRoutes(app: FastifyInstance, realtime: RealtimeService) {
  route(app, createRealtimeToken, ({ body, viewer }) => realtime.createToken(viewer, body.classroomIds ?? []), {
    knowsIntents: true,
  });
}
