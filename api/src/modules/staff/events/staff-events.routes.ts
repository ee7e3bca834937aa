import { cancelStaffEvent, getStaffEvent, listStaffEvents } from '@manabiba/shared/contract/staff-events';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffEventsService } from './staff-events.service';

export function staffEventsRoutes(app: FastifyInstance, events: StaffEventsService): void {
  route(app, listStaffEvents, ({ query }) => events.list(query));
  route(app, getStaffEvent, ({ params, viewer }) => events.get(viewer, params.id));
  route(app, cancelStaffEvent, ({ params, body, viewer }) => events.cancel(viewer, params.id, body.reason));
}
