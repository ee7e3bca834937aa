import * as z from 'zod/mini';

import { archive } from './archives';
import { classroom } from './classrooms';
import { endpoint } from './endpoint';
import { classroomEvent, professional } from './events';
import { MAX_SEARCH_LENGTH } from './limits';
import { line, page, pageQuery } from './primitives';
import { listedSeries } from './series';
import { user } from './users';

/** The searchable kinds, in result order. A professional is not also a `person`, so each is found once. */
export const searchKinds = ['classroom', 'series', 'event', 'archive', 'professional', 'person'] as const;
export const searchKind = z.enum(searchKinds);
export type SearchKind = z.output<typeof searchKind>;

export const searchResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('classroom'), classroom }),
  z.object({ kind: z.literal('series'), series: listedSeries }),
  z.object({ kind: z.literal('event'), event: classroomEvent }),
  z.object({ kind: z.literal('archive'), archive }),
  z.object({ kind: z.literal('professional'), professional }),
  z.object({ kind: z.literal('person'), person: user }),
]);
export type SearchResult = z.output<typeof searchResult>;

const kindList = new RegExp(`^(?:${searchKinds.join('|')})(?:,(?:${searchKinds.join('|')}))*$`);

export const search = endpoint({
  name: 'search',
  isExtension: true,
  method: 'GET',
  path: '/search',
  summary:
    'Returns the items that contain all words of q, also as parts of words: up to `limit` of each kind, matches in the title first. Only returns what the caller may see.',
  access: { session: 'public' },
  query: z.object({
    q: line({
      min: 1,
      max: MAX_SEARCH_LENGTH,
      empty: '検索する言葉を入力してください。',
      tooLong: `検索する言葉は${MAX_SEARCH_LENGTH}文字以内で入力してください。`,
    }),
    /** Kinds, separated by commas. Default: all. */
    kinds: z.optional(z.string().check(z.maxLength(100), z.regex(kindList))),
    ...pageQuery,
  }),
  /** `more`: the kinds with more results than this page shows. */
  response: z.extend(page(searchResult), { more: z.array(searchKind) }),
  errors: ['rate_limited'],
  tags: ['Classroom', 'Event', 'Archive', 'User', 'Follow'],
});
