import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id } from './primitives';

export const uploadPurpose = z.enum(['avatar', 'identity_document', 'event_cover']);
export type UploadPurpose = z.output<typeof uploadPurpose>;

/** The accepted media types for each purpose. */
export const uploadTypes: Record<UploadPurpose, readonly string[]> = {
  avatar: ['image/jpeg', 'image/png', 'image/webp'],
  identity_document: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  event_cover: ['image/jpeg', 'image/png'],
};

export const createUpload = endpoint({
  name: 'createUpload',
  isExtension: true,
  method: 'POST',
  path: '/uploads',
  summary:
    'Announces an upload. The client then sends the bytes to putUrl with PUT and passes the id to PATCH /me, or to the event whose cover it is.',
  access: { session: 'person', whileResubmitting: true },
  body: z.strictObject({
    purpose: uploadPurpose,
    mime: z.string().check(z.maxLength(100)),
    size: z.int().check(z.minimum(1)),
  }),
  response: z.object({ uploadId: id, putUrl: z.string() }),
  status: 201,
  errors: ['too_large', 'unsupported_type', 'professional_only', 'rate_limited'],
});

export const putUpload = endpoint({
  name: 'putUpload',
  isExtension: true,
  method: 'PUT',
  path: '/uploads/{id}/content',
  summary:
    'Uploads the bytes of an announced file; size and type must match the announcement. An interrupted upload leaves nothing and can be repeated. Images are served at /v1/images/{id}: whole, or cropped to a square with ?w=200&h=200 or ?w=400&h=400; any other size is 422.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: z.object({ uploadId: id }),
  errors: ['not_found', 'already', 'too_large', 'unsupported_type', 'invalid'],
});
