import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso } from './primitives';

/** Where a browser finds the live documents: the built-in engine, or Cloud Firestore by its public configuration. */
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

/** Rooms that one token reads: Firebase takes 1,000 characters of claims, and a room's id has 24. */
const MAX_ROOMS = 30;

export const createRealtimeToken = endpoint({
  name: 'createRealtimeToken',
  isExtension: true,
  method: 'POST',
  path: '/realtime_token',
  summary:
    "A signed token that reads the live documents of these rooms, each of which the caller has joined, and of the caller's own person.",
  access: { session: 'visitor' },
  body: z.strictObject({ classroomIds: z.optional(z.array(id).check(z.maxLength(MAX_ROOMS))) }),
  response: z.object({ token: z.string(), config: realtimeConfig, expiresAt: iso }),
  errors: ['not_found', 'kicked', 'not_joined', 'unavailable'],
});
