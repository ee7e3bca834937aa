import { decideReport, getReport, listReports } from '@manabiba/shared/contract/staff-reports';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { StaffReportsService } from './staff-reports.service';

export function staffReportsRoutes(app: FastifyInstance, reports: StaffReportsService): void {
  route(app, listReports, ({ viewer }) => reports.list(viewer));
  route(app, getReport, ({ params, viewer }) => reports.get(viewer, params.id));
  route(app, decideReport, ({ params, body, viewer }) => reports.decide(viewer, params.id, body));
}
