import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, id, iso, page, pageQuery } from './primitives';
import { user } from './users';

/** A recording of a classroom or an event. `hlsUrl` is null in every list, and wherever there is nothing to watch yet. */
export const archive = z.object({
  id,
  source: z.enum(['classroom', 'event']),
  sourceId: id,
  title: z.string(),
  description: z.string(),
  categoryId: id,
  host: user,
  hlsUrl: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
  captionUrl: z.nullable(z.string()),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  thumbnailUrl: z.nullable(z.string()),
  durationSeconds: count,
  watchCount: count,
  pickup: z.boolean(),
  access: z.enum(['public', 'signed_in', 'subscriber', 'ticket']),
  canWatch: z.boolean(),
  resumeAtSeconds: count,
  state: z.enum(['processing', 'ready', 'hidden', 'failed']),
  publishedAt: z.nullable(iso),
});
export type Archive = z.output<typeof archive>;

export const listUserArchives = endpoint({
  name: 'listUserArchives',
  method: 'GET',
  path: '/users/{id}/archives',
  summary:
    'Returns the archives that a user has published of their classrooms and events, newest first. Empty for users aged 12 or under.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object(pageQuery),
  response: page(archive),
  errors: ['not_found'],
  tags: ['Archive'],
});
