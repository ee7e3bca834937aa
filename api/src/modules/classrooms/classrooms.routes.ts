import {
  createClassroom,
  createReservation,
  deleteClassroom,
  deleteReservation,
  getClassroom,
  listClassrooms,
  listMyClassrooms,
  listReservers,
  shareClassroom,
  updateClassroom,
} from '@manabiba/shared/contract/classrooms';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../http/route';
import type { ClassroomsService } from './classrooms.service';
import type { MyClassroomsService } from './my-classrooms.service';
import type { ReservationsService } from './reservations.service';

export function classroomsRoutes(app: FastifyInstance, classrooms: ClassroomsService) {
  route(app, listClassrooms, ({ query, viewer }) => classrooms.list(viewer, query), { microCache: true });
  route(app, createClassroom, ({ body, viewer }) => classrooms.create(viewer, body));
  route(app, getClassroom, ({ params, query, viewer }) => classrooms.get(viewer, params.id, query.key));
  route(app, updateClassroom, ({ params, body, viewer }) => classrooms.update(viewer, params.id, body));
  route(app, deleteClassroom, ({ params, viewer }) => classrooms.delete(viewer, params.id));
  route(app, listReservers, ({ params, query, viewer }) => classrooms.reservers(viewer, params.id, query));
  route(app, shareClassroom, ({ params, query, viewer }) => classrooms.share(viewer, params.id, query.key));
}

export function myClassroomsRoutes(app: FastifyInstance, mine: MyClassroomsService) {
  route(app, listMyClassrooms, ({ query, viewer }) => mine.list(viewer, query));
}

export function reservationsRoutes(app: FastifyInstance, reservations: ReservationsService) {
  route(app, createReservation, async ({ params, body, viewer }) => {
    const { isNew, reservedCount } = await reservations.create(viewer, params.id, body.key);
    return withStatus(isNew ? 201 : 200, { isReserved: true as const, reservedCount });
  });
  route(app, deleteReservation, async ({ params, viewer }) => ({
    isReserved: false as const,
    ...(await reservations.delete(viewer, params.id)),
  }));
}
