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
import { id } from '@manabiba/shared/contract/primitives';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { callerAddress } from '../../http/caller-address';
import { route, withStatus } from '../../http/route';
import { AppError } from '../../platform/app-error';
import type { ClassroomsService } from './classrooms.service';
import type { MyClassroomsService } from './my-classrooms.service';
import type { ReservationsService } from './reservations.service';
import type { SharePictureService } from './share-picture.service';

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

const pictureParams = z.object({ id, version: z.string().check(z.regex(/^[0-9a-f]{16}$/)) });
/** Not immutable: a classroom may become private. */
const CURRENT = 'public, max-age=86400';
const OUTDATED = 'public, max-age=300';

/**
 * Serves share images. They are bytes, not JSON, so they are not part of the contract; errors have the common error
 * shape.
 */
export function sharePictureRoutes(app: FastifyInstance, pictures: SharePictureService) {
  app.get('/classrooms/:id/pictures/:version.png', async (request, reply) => {
    const named = z.safeParse(pictureParams, request.params);
    if (!named.success) throw new AppError('not_found');
    const picture = await pictures.draw(named.data.id, named.data.version, callerAddress(request.ip));
    if (!picture) throw new AppError('not_found');
    return reply
      .header('cache-control', picture.isCurrent ? CURRENT : OUTDATED)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(picture.bytes);
  });
}
