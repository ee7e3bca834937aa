import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { professional } from './events';
import { page, pageQuery } from './primitives';

/** By their next classroom (or their latest), by followers, or the newest first. */
export const professionalSort = z.enum(['classroom', 'follower', 'new']);
export type ProfessionalSort = z.output<typeof professionalSort>;

export const listProfessionals = endpoint({
  name: 'listProfessionals',
  method: 'GET',
  path: '/professionals',
  summary:
    'Professionals whose identity is verified: by the next classroom (or the latest), by followers, or the newest first.',
  access: { session: 'public' },
  query: z.object({ sort: z._default(professionalSort, 'classroom'), ...pageQuery }),
  response: page(professional),
  errors: [],
  tags: ['User'],
});
