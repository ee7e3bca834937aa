import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_LIVE_FRAME_LENGTH } from './limits';
import { id } from './primitives';

const params = z.object({ id });

export const putLiveFrame = endpoint({
  name: 'putLiveFrame',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/live_frame',
  summary:
    "Shows a still image of the host's own screen or camera on the cards of a live public classroom, in place of its cover. It is shown for 90 seconds, so the host's browser sends the next one every 30 seconds. Only an adult host who is in the room may send it.",
  access: { session: 'person' },
  params,
  body: z.strictObject({
    /** JPEG, PNG or WebP, base64. The server scales it to 640 × 360. */
    image: z
      .string({ error: '画像を送信してください。' })
      .check(
        z.maxLength(MAX_LIVE_FRAME_LENGTH, { error: '画像が大きすぎます。' }),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: '画像を読み取れませんでした。' }),
      ),
  }),
  response: z.object({ frameUrl: z.string() }),
  errors: [
    'not_found',
    'kicked',
    'not_joined',
    'role_required',
    'age_restricted',
    'conflict',
    'ended',
    'rate_limited',
    'invalid',
  ],
  maxRetries: 0,
});

export const deleteLiveFrame = endpoint({
  name: 'deleteLiveFrame',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/live_frame',
  summary: 'Takes the still image off the cards at once. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
});
