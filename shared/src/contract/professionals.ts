import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { professional } from './events';
import { page, pageQuery } from './primitives';

/** By next (or latest) classroom, by followers, or newest first. */
export const professionalSort = z.enum(['classroom', 'follower', 'new']);
export type ProfessionalSort = z.output<typeof professionalSort>;

export const listProfessionals = endpoint({
  name: 'listProfessionals',
  method: 'GET',
  path: '/professionals',
  summary:
    'Returns professionals whose identity is verified: sorted by their next (or latest) classroom, by followers, or newest first.',
  access: { session: 'public' },
  query: z.object({ sort: z._default(professionalSort, 'classroom'), ...pageQuery }),
  response: page(professional),
  errors: [],
  tags: ['User'],
});
