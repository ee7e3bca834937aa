import { listMissed } from '@manabiba/shared/contract/classroom-missed';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { MissedService } from './missed.service';

export function missedRoutes(app: FastifyInstance, missed: MissedService) {
  route(app, listMissed, ({ params, query, viewer }) => missed.list(viewer, params.id, query.since));
}
