import * as z from 'zod/mini';

import { archive } from './archives';
import { classroom } from './classrooms';
import { endpoint } from './endpoint';
import { classroomEvent, professional } from './events';
import { MAX_SEARCH_LENGTH } from './limits';
import { page, pageQuery, text } from './primitives';
import { user } from './users';

/** What can be found, in the order in which results stand. A professional is no `person`: each is found once. */
export const searchKinds = ['classroom', 'event', 'archive', 'professional', 'person'] as const;
export const searchKind = z.enum(searchKinds);
export type SearchKind = z.output<typeof searchKind>;

export const searchResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('classroom'), classroom }),
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
    'What has all the words of q in it, also as parts of words: up to `limit` of each kind, those with the words in their title first. Shows what the caller may see and nothing else.',
  access: { session: 'public' },
  query: z.object({
    q: text({
      min: 1,
      max: MAX_SEARCH_LENGTH,
      empty: '検索する言葉を入力してください。',
      tooLong: `検索する言葉は${MAX_SEARCH_LENGTH}文字以内で入力してください。`,
    }),
    /** Kinds, parted by commas. Default: all. */
    kinds: z.optional(z.string().check(z.maxLength(100), z.regex(kindList))),
    ...pageQuery,
  }),
  /** `more`: the kinds of which there is more than this page shows. */
  response: z.extend(page(searchResult), { more: z.array(searchKind) }),
  errors: ['rate_limited'],
  tags: ['Classroom', 'Event', 'Archive', 'User', 'Follow'],
});
