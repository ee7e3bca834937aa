import { listAnalyticsCounts, recordAnalytics } from '@manabiba/shared/contract/analytics';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { AnalyticsService } from './analytics.service';

export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsService) {
  route(app, recordAnalytics, ({ body, viewer }) => analytics.record(viewer, body.events));
  route(app, listAnalyticsCounts, () => analytics.counts());
}
