import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id } from './primitives';

export const interest = z.object({ id, name: z.string() });
export const category = z.object({ id, name: z.string(), interests: z.array(interest), order: z.int() });
export type Category = z.output<typeof category>;

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/categories',
  summary: 'Returns all categories in display order, each with its interests.',
  access: { session: 'public' },
  scope: 'events:read',
  response: z.object({ categories: z.array(category) }),
  errors: [],
  tags: ['Category'],
});
