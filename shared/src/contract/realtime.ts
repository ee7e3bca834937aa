import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso } from './primitives';

/** The connection settings for live documents: the embedded engine, or Cloud Firestore by its public configuration. */
export const realtimeConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded'), projectId: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('cloud'),
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    appId: z.string(),
  }),
]);
export type RealtimeConfig = z.output<typeof realtimeConfig>;

/** The maximum number of rooms per token: Firebase accepts 1,000 characters of claims, and a room id has 24. */
const MAX_ROOMS = 30;

export const createRealtimeToken = endpoint({
  name: 'createRealtimeToken',
  isExtension: true,
  method: 'POST',
  path: '/realtime_token',
  summary:
    'Returns a signed token that can read the live documents of the given rooms, each of which the caller has joined, and those of the caller.',
  access: { session: 'visitor' },
  body: z.strictObject({ classroomIds: z.optional(z.array(id).check(z.maxLength(MAX_ROOMS))) }),
  response: z.object({ token: z.string(), config: realtimeConfig, expiresAt: iso }),
  errors: ['not_found', 'kicked', 'not_joined', 'unavailable'],
});
