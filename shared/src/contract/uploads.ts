import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id } from './primitives';

export const uploadPurpose = z.enum(['avatar', 'identity_document', 'event_cover']);
export type UploadPurpose = z.output<typeof uploadPurpose>;

/** What may be sent for each purpose, by its media type. */
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
    'Announces a file. Its bytes then go to putUrl with PUT, and its id to PATCH /me, or to the event of which it is the cover.',
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
    'The bytes of an announced file: exactly as many, and of the type that was said. One that is cut off leaves nothing and can be sent again. A picture is shown at /v1/images/{id}: whole, or filling a square with ?w=200&h=200 or ?w=400&h=400; any other size is 422.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: z.object({ uploadId: id }),
  errors: ['not_found', 'already', 'too_large', 'unsupported_type', 'invalid'],
});
