import { getClassroomSummary } from '@manabiba/shared/contract/classroom-summaries';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { SummaryService } from './summary.service';

export function summaryRoutes(app: FastifyInstance, summaries: SummaryService) {
  route(app, getClassroomSummary, ({ params, viewer }) => summaries.get(viewer, params.id));
}
