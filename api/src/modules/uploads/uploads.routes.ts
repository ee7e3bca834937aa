import type { Readable } from 'node:stream';

import { id } from '@manabiba/shared/contract/primitives';
import { createUpload, putUpload } from '@manabiba/shared/contract/uploads';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import { variantOf } from './pictures';
import type { UploadsService } from './uploads.service';

export function uploadsRoutes(app: FastifyInstance, uploads: UploadsService) {
  route(app, createUpload, ({ body, viewer }) => uploads.create(viewer, body));
  void app.register(async (scope) => {
    // Accepts raw bytes of any kind: the type is detected from the content.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    route(scope, putUpload, ({ params, viewer, request }) =>
      uploads.put(viewer, params.id, request.body as Readable | undefined),
    );
  });
}

const text = z.optional(z.string());
/** Each parameter at most once. */
const query = z.object({ w: text, h: text, q: text });
const params = z.object({ id });

/** An image never changes under its URL. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' };

/**
 * Images at /v1/images/{id}?w=200&h=200&q=80, limited to the variants of `variantOf`. Not part of the contract because
 * it returns bytes, not JSON; errors have the common shape.
 */
export function imagesRoutes(app: FastifyInstance, uploads: UploadsService) {
  app.get('/images/:id', async (request, reply) => {
    const named = z.safeParse(params, request.params);
    if (!named.success) throw new AppError('not_found');
    const asked = z.safeParse(query, request.query);
    if (!asked.success) throw new AppError('invalid');
    const variant = variantOf(asked.data, request.headers.accept ?? '');
    const bytes = await uploads.draw(named.data.id, variant, callerAddress(request.ip));
    if (!bytes) throw new AppError('not_found');
    return reply
      .header('cache-control', FOR_EVER)
      .header('vary', 'accept')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(TYPES[variant.format])
      .send(bytes);
  });
}
