import { getClassroomSummary, listClassroomRatings, rateClassroom } from '@manabiba/shared/contract/classroom-ratings';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { RatingsService } from './ratings.service';

export function ratingsRoutes(app: FastifyInstance, ratings: RatingsService) {
  route(app, getClassroomSummary, ({ params, viewer }) => ratings.summary(viewer, params.id));
  route(app, rateClassroom, ({ params, body, viewer }) => ratings.rate(viewer, params.id, body));
  route(app, listClassroomRatings, ({ params, viewer }) => ratings.list(viewer, params.id));
}
