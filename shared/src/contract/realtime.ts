import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id, iso } from './primitives';

/** Where a browser finds the live documents: the built-in engine, or Cloud Firestore by its public configuration. */
export const realtimeConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded'), projectId: z.string(), url: z.string() }),
  z.object({ kind: z.literal('cloud'), projectId: z.string(), apiKey: z.string(), authDomain: z.string(), appId: z.string() }),
]);
export type RealtimeConfig = z.output<typeof realtimeConfig>;

export const createRealtimeToken = endpoint({
  name: 'createRealtimeToken', isExtension: true, method: 'POST', path: '/realtime_token',
  summary: 'A signed token that reads the live documents of these rooms, each of which the caller has joined, and of the caller\'s own person.',
  access: { session: 'visitor' },
  body: z.strictObject({ classroomIds: z.optional(z.array(id).check(z.maxLength(10))) }),
  response: z.object({ token: z.string(), config: realtimeConfig, expiresAt: iso }),
  errors: ['not_found', 'kicked', 'not_joined', 'unavailable'],
});
