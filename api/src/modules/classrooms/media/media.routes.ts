import { errorCatalogue } from '@manabiba/shared/contract/errors';
import { generateCameraToken, generateToken, generateVideoToken } from '@manabiba/shared/contract/media';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { Write } from '../../../platform/database/transaction';
import { classroomOfMedia } from '../groups/group-rules';
import type { MediaFollower } from './media-follower.service';
import type { MediaServer } from './media-server';
import type { MediaTokensService } from './media-tokens.service';

export function mediaRoutes(app: FastifyInstance, tokens: MediaTokensService) {
  route(app, generateToken, ({ params, viewer }) => tokens.generate(viewer, params.id));
  route(app, generateCameraToken, ({ params, viewer }) => tokens.generateCamera(viewer, params.id));
  route(app, generateVideoToken, ({ params, viewer }) => tokens.generateVideo(viewer, params.id));
}

/** Largest accepted webhook body, in bytes; the media server sends a few kB. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

/**
 * POST /v1/webhooks/media. Not part of the contract because the signature covers the raw bytes. A webhook only triggers
 * a comparison of the room that it names. Replies 200 once the comparison is enqueued, 400 when the signature is
 * invalid.
 */
export function mediaWebhooksRoutes(
  app: FastifyInstance,
  { server, follow, write }: { server: MediaServer; follow: MediaFollower['follow']; write: Write },
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/media', { bodyLimit: MAX_WEBHOOK_BYTES }, async (request, reply) => {
      const { body } = request;
      const room =
        typeof body === 'string' ? await server.roomOfWebhook(body, request.headers.authorization) : undefined;
      if (room === undefined)
        return reply.code(400).send({ error: errorCatalogue.bad_origin.sentence, code: 'bad_origin' });
      if (room !== null) await write((trx) => follow(trx, classroomOfMedia(room)));
      return { received: true };
    });
  });
}
