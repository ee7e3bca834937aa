import { id } from '@manabiba/shared/contract/primitives';
import { sharePictureKinds } from '@manabiba/shared/contract/share-picture';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { callerAddress } from '../../http/caller-address';
import { AppError } from '../../platform/app-error';
import type { SharePicturesService } from './share-pictures.service';

const pictureParams = z.object({ id, version: z.string().check(z.regex(/^[0-9a-f]{16}$/)) });
/** Not immutable: a page may become private. */
const CURRENT = 'public, max-age=86400';
const OUTDATED = 'public, max-age=300';

/**
 * Serves share images. They are bytes, not JSON, so they are not part of the contract; errors have the common error
 * shape.
 */
export function sharePicturesRoutes(app: FastifyInstance, pictures: SharePicturesService) {
  for (const kind of sharePictureKinds)
    app.get(`/${kind}/:id/pictures/:version.png`, async (request, reply) => {
      const named = z.safeParse(pictureParams, request.params);
      if (!named.success) throw new AppError('not_found');
      const picture = await pictures.draw(kind, named.data.id, named.data.version, callerAddress(request.ip));
      if (!picture) throw new AppError('not_found');
      return reply
        .header('cache-control', picture.isCurrent ? CURRENT : OUTDATED)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/png')
        .send(picture.bytes);
    });
}
