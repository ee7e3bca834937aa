import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, givenTime, id, iso } from './primitives';

/** One thing that happened in a room. */
export const missedItem = z.object({
  kind: z.enum(['comment', 'question', 'poll', 'pin']),
  id,
  /** Whose words they are; null for polls, and when the author has left the service. */
  nickname: z.nullable(z.string()),
  body: z.string(),
  at: iso,
});
export type MissedItem = z.output<typeof missedItem>;

export const listMissed = endpoint({
  name: 'listMissed',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/missed',
  summary:
    'Returns what others wrote, asked and pinned in a live room, and the polls that were opened, since the participant was last there, at most ten minutes back. Without `since` the absence is the one from which they last joined; a first visit has none.',
  access: { session: 'visitor' },
  params: z.object({ id }),
  query: z.object({ since: z.optional(givenTime()) }),
  response: z.object({
    /** When the absence began; null without one. */
    since: z.nullable(iso),
    /** All of them by kind, including those that are not among the items. */
    counts: z.object({ comment: count, question: count, poll: count, pin: count }),
    /** The newest fifty of each kind, the oldest first. */
    items: z.array(missedItem),
  }),
  errors: ['not_found', 'kicked', 'ended', 'not_joined'],
});
