import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, id } from './primitives';

/** Pages about one item that search engines may index. People who are no professionals have none. */
export const sitemapKind = z.enum(['classroom', 'event', 'archive', 'professional', 'series']);
export type SitemapKind = z.output<typeof sitemapKind>;

export const getSitemap = endpoint({
  name: 'getSitemap',
  isExtension: true,
  method: 'GET',
  path: '/sitemap',
  summary: 'Returns how many public pages of each kind there are for search engines.',
  access: { session: 'public' },
  /** A kind is absent in the answer of an older api. */
  response: z.object({ sizes: z.partialRecord(sitemapKind, count) }),
  errors: [],
});

export const listSitemapPages = endpoint({
  name: 'listSitemapPages',
  isExtension: true,
  method: 'GET',
  path: '/sitemap/{kind}',
  summary:
    'Returns the ids of the public pages of one kind, 10,000 per file. Private classrooms, drafts and pupils of closed schools are never among them.',
  access: { session: 'public' },
  params: z.object({ kind: sitemapKind }),
  /** Counts from 1. */
  query: z.object({ file: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(50_000)), 1) }),
  response: z.object({ ids: z.array(id) }),
  errors: [],
});
