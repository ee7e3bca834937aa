import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso } from './primitives';

/** What a browser needs for one connection to the media server. */
export const mediaToken = z.object({
  token: z.string(),
  url: z.string(),
  /** `embedded`: the product's own engine, which has only version 0 of the signalling protocol. */
  provider: z.enum(['embedded', 'livekit']),
  room: z.string(),
  /** The user's id, with `:camera` or `:video` for the connection that publishes only that. */
  identity: z.string(),
  grants: z.object({
    subscribe: z.boolean(),
    publishMic: z.boolean(),
    publishCamera: z.boolean(),
    publishScreen: z.boolean(),
    publishData: z.boolean(),
  }),
  /** A connection must begin before this time; it may last longer. */
  expiresAt: iso,
});
export type MediaToken = z.output<typeof mediaToken>;

const params = z.object({ id });
const publishes = {
  access: { session: 'visitor', refuses: { anonymous: 'role_required', child: 'age_restricted' } },
  params,
  response: mediaToken,
} as const;

export const generateToken = endpoint({
  name: 'generateToken',
  method: 'GET',
  path: '/classrooms/{id}/generate_token',
  summary:
    'Returns a token for the base connection of a participant: hearing and seeing the room and, by role, the microphone.',
  access: { session: 'visitor' },
  params,
  response: mediaToken,
  errors: [
    'not_found',
    'kicked',
    'unauthenticated',
    'audience_restricted',
    'full',
    'not_open',
    'guarded',
    'locked',
    'not_joined',
    'ended',
    'media_unavailable',
  ],
});

export const generateCameraToken = endpoint({
  ...publishes,
  name: 'generateCameraToken',
  method: 'GET',
  path: '/classrooms/{id}/generate_camera_token',
  summary: 'Returns a token for the connection that publishes the camera of a participant who may speak.',
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'media_unavailable'],
});

export const generateVideoToken = endpoint({
  ...publishes,
  name: 'generateVideoToken',
  method: 'GET',
  path: '/classrooms/{id}/generate_video_token',
  summary:
    'Returns a token for the connection that publishes the screen of a participant who may speak, or a video file. One participant at a time: `conflict` while another does.',
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'conflict', 'ended', 'media_unavailable'],
});
