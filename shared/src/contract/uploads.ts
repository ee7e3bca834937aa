import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id } from './primitives';
import { uploadPurposes } from './upload-types';

export const createUpload = endpoint({
  name: 'createUpload',
  isExtension: true,
  method: 'POST',
  path: '/uploads',
  summary:
    'Announces an upload. The client then sends the bytes to putUrl with PUT and passes the id to PATCH /me, or to the event whose cover it is.',
  access: { session: 'person', whileResubmitting: true },
  body: z.strictObject({
    purpose: z.enum(uploadPurposes),
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
    'Uploads the bytes of an announced file; the size must match the announcement. The type is that of the content, which the purpose must accept. An interrupted upload leaves nothing and can be repeated. Images are served at /v1/images/{id}: whole, or cropped to a square with ?w=200&h=200 or ?w=400&h=400; any other size is 422.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: z.object({ uploadId: id }),
  errors: ['not_found', 'already', 'too_large', 'unsupported_type', 'invalid'],
});
