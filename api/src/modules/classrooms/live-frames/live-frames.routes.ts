import { deleteLiveFrame, putLiveFrame } from '@manabiba/shared/contract/live-frames';
import { id } from '@manabiba/shared/contract/primitives';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../../http/route';
import { AppError } from '../../../platform/app-error';
import type { LiveFramesService } from './live-frames.service';

const params = z.object({ id, version: id });
/** Short, so that an image that the host took back is gone from caches soon. */
const FOR_A_MINUTE = 'public, max-age=60';

/** The images themselves are not part of the contract: they are bytes, not JSON. */
export function liveFramesRoutes(app: FastifyInstance, frames: LiveFramesService) {
  route(app, putLiveFrame, ({ params: { id: classroomId }, body, viewer }) =>
    frames.put(viewer, classroomId, body.image),
  );
  route(app, deleteLiveFrame, ({ params: { id: classroomId }, viewer }) => frames.remove(viewer, classroomId));
  app.get('/classrooms/:id/frames/:version.webp', async (request, reply) => {
    const named = z.safeParse(params, request.params);
    const image = named.success && (await frames.read(named.data.id, named.data.version));
    if (!image) throw new AppError('not_found');
    return reply
      .header('cache-control', FOR_A_MINUTE)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(image);
  });
}
