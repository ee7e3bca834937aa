import { getClassroomEvent, getEvent, listEventParticipants, listEvents } from '@manabiba/shared/contract/events';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { EventsService } from './events.service';

export function eventsRoutes(app: FastifyInstance, events: EventsService) {
  route(app, listEvents, ({ query, viewer }) => events.list(viewer, query), { microCache: true });
  route(app, getEvent, ({ params, viewer }) => events.get(viewer, params.id));
  route(app, getClassroomEvent, ({ params, viewer }) => events.ofRoom(viewer, params.id));
  route(app, listEventParticipants, ({ params, query, viewer }) => events.participants(viewer, params.id, query));
}
