import { reportUser } from '@manabiba/shared/contract/users';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { UserReportsService } from './user-reports.service';

export function userReportsRoutes(app: FastifyInstance, reports: UserReportsService) {
  route(app, reportUser, ({ params, body, viewer }) => reports.report(viewer, params.id, body));
}
