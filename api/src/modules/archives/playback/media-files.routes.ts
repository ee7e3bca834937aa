import { id } from '@manabiba/shared/contract/primitives';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import { AppError } from '../../../platform/app-error';
import type { MediaAnswer, MediaFilesService } from './media-files.service';

const posterParams = z.object({ archiveId: id, version: id });
const fileParams = z.object({ archiveId: id, version: id, token: z.string(), '*': z.string() });

/**
 * The files of archives at /v1/archive_media/{archiveId}/{version}/{token}/{file}, with byte ranges. Not part of the
 * contract because they return bytes, not JSON; errors have the common shape.
 */
export function mediaFilesRoutes(app: FastifyInstance, media: MediaFilesService) {
  app.get('/archive_media/:archiveId/:version/poster.jpg', async (request, reply) => {
    const named = z.safeParse(posterParams, request.params);
    if (!named.success) throw new AppError('not_found');
    return send(reply, await media.openPoster(named.data.archiveId, named.data.version));
  });

  app.get(
    '/archive_media/:archiveId/:version/:token/*',
    { config: { secretParams: ['token'] } },
    async (request, reply) => {
      const named = z.safeParse(fileParams, request.params);
      if (!named.success) throw new AppError('not_found');
      const { archiveId, version, token, '*': file } = named.data;
      const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
      const answer = await media.open({
        archiveId,
        version,
        token,
        file,
        range,
        ifRange: ifRange as string | undefined,
      });
      if (answer.kind === 'file' && known === answer.etag) {
        answer.file.stream.destroy();
        return reply.code(304).header('etag', answer.etag).send();
      }
      return send(reply, answer);
    },
  );
}

function send(reply: FastifyReply, answer: MediaAnswer): FastifyReply {
  if (answer.kind === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${answer.size}`).header('accept-ranges', 'bytes').send();
  // Never longer than the signature is valid.
  reply.header('cache-control', `${answer.isShared ? 'public' : 'private'}, max-age=${answer.maxAge}`);
  if (answer.kind === 'redirect') return reply.redirect(answer.url, 302);
  const { file, range } = answer;
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', answer.etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(answer.type);
  if (!range) return reply.header('content-length', file.size).send(file.stream);
  return reply
    .code(206)
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .send(file.stream);
}
