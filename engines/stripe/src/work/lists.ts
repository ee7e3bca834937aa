import { invalid } from '../http/stripe-error';
import { integer, range, type Rule, text } from '../params/rules';
import type { CreatedRange } from '../storage/storage';
import type { Kind, Kinds } from './kinds';
import { visible } from './render';
import { keyOf } from './row';
import type { Work } from './work';

export interface PageParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: CreatedRange | number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const ID: Rule = text({ max: 255 });

/** The parameters of every list, for `params`. */
export const PAGE = { limit: integer({ min: 1, max: MAX_LIMIT }), starting_after: ID, ending_before: ID } as const;
/** The parameters of lists that can also be filtered by creation time. */
export const PAGE_BY_CREATED = { ...PAGE, created: range } as const;

export interface ListAnswer {
  readonly object: 'list';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly object[];
}

export const listAnswer = (url: string, data: readonly object[], hasMore = false): ListAnswer => ({
  object: 'list',
  url,
  has_more: hasMore,
  data: data.map(visible),
});

/** Returns one page of a list, newest first. `filters` maps fields to required values; undefined matches all. */
export async function listPage<K extends Kind>(
  work: Work,
  kind: K,
  url: string,
  { limit = DEFAULT_LIMIT, starting_after: startingAfter, ending_before: endingBefore, created }: PageParams,
  filters: { readonly [field: string]: boolean | string | undefined } = {},
): Promise<ListAnswer> {
  if (startingAfter !== undefined && endingBefore !== undefined)
    throw invalid('You cannot parameterize both starting_after and ending_before.', undefined, 'ending_before');
  if (startingAfter !== undefined) await work.get(kind, startingAfter, 'starting_after');
  if (endingBefore !== undefined) await work.get(kind, endingBefore, 'ending_before');
  const rows: Kinds[K][] = await work.list({
    kind,
    keys: Object.entries(filters).flatMap(([field, value]) => keyOf(field, value)),
    created: typeof created === 'number' ? { gte: created, lte: created } : created,
    startingAfter,
    endingBefore,
    limit: limit + 1,
  });
  const hasMore = rows.length > limit;
  const page = endingBefore === undefined ? rows.slice(0, limit) : rows.slice(-limit);
  return listAnswer(url, page, hasMore);
}
