import type { SearchKind } from '@manabiba/shared/contract/search';

import { blockedBy, blockersOf } from '../users/user-columns';

/** Position in the results. Tier 1 contains all words in the title, tier 2 contains them in any field. */
export interface SearchPosition {
  tier: 1 | 2;
  orderKey: number;
  id: string;
}

export interface FoundEntry extends SearchPosition {
  kind: SearchKind;
}

/** One word of a search with its alternative spellings, normalised. */
export type SearchWord = readonly string[];

export interface SearchFilter {
  words: readonly SearchWord[];
  /** Null for visitors. */
  viewerId: string | null;
  /** The viewer's partner school, and whether it keeps its pupils among themselves (`isAmong`). */
  school: { id: string | null; isAmong: boolean };
  /** Latest birth date (yyyy-MM-dd); younger people are found only by themselves. */
  bornBy: string;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * What a statement covers: one tier, either all entries through the index or a walk over the first `WALKED` of each
 * kind.
 */
export interface SearchPart {
  tier: 1 | 2;
  isWalk: boolean;
}

/**
 * Entries scanned in order before the index is used: a word that occurs in one of forty entries fills a page this way.
 */
const WALKED = 300;

/**
 * Builds the statement that finds entries of some kinds, at most `limit` of each kind, in order.
 *
 * Everything that decides visibility is a column of the entry or is looked up once. A frequent word is found by
 * scanning the entries in order; through the index on its bigrams a page would read and sort thousands. The planner
 * cannot choose because it treats the grams of one word as independent.
 */
export function searchStatement(
  { tier, isWalk }: SearchPart,
  after: ReadonlyMap<SearchKind, SearchPosition | null>,
  filter: SearchFilter,
  limit: number,
): Statement {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const words = filter.words.map((word) => word.map(add));
  // A parameter that no branch uses would have no type, so it is added only when needed.
  const shared = {
    tier,
    isWalk,
    viewer: filter.viewerId === null ? null : add(filter.viewerId),
    school: { ...filter.school, id: filter.school.id === null ? null : add(filter.school.id) },
    bornBy: after.has('person') ? add(filter.bornBy) : '',
    limit: add(limit),
    query: words.map((word) => `(${word.map((spelling) => `search_query(${spelling})`).join(' || ')})`).join(' && '),
    contained: (column: string) =>
      words
        .map((word) => `(${word.map((spelling) => `strpos(${column}, ${spelling}) > 0`).join(' or ')})`)
        .join(' and '),
  };
  const branches = [...after].map(([kind, position]) =>
    branch(kind, position?.tier === tier ? { orderKey: add(position.orderKey), id: add(position.id) } : null, shared),
  );
  return { text: branches.join('\nunion all\n'), values };
}

interface Shared extends SearchPart {
  viewer: string | null;
  school: { id: string | null; isAmong: boolean };
  bornBy: string;
  limit: string;
  query: string;
  contained: (column: string) => string;
}

/**
 * Builds the branch of one kind. `after` holds placeholders. The kind is from a closed list, so it is safe to inline.
 */
function branch(kind: SearchKind, after: { orderKey: string; id: string } | null, shared: Shared): string {
  const { tier, isWalk, contained, query, limit } = shared;
  const begin = after ? `and (order_key, id) < (${after.orderKey}::bigint, ${after.id})` : '';
  const order = 'order by order_key desc, id desc';
  const fits = [
    tier === 1 ? contained('title') : `${contained('words')} and not (${contained('title')})`,
    ...visibility(kind, shared),
  ];
  const from = isWalk
    ? `(select * from search_entries where kind = '${kind}' ${begin} ${order} limit ${WALKED}) walked where true`
    : `search_entries where kind = '${kind}' ${begin} and ${tier === 1 ? 'title_grams' : 'word_grams'} @@ (${query})`;
  return `(select '${kind}' as kind, id, ${tier} as tier, order_key as "orderKey" from ${from}
    and ${fits.join('\n    and ')}
  ${order} limit ${limit})`;
}

/**
 * Builds the visibility conditions, the same as in the lists. Excludes entries owned by people whom the viewer has
 * blocked, and people who have blocked the viewer.
 */
function visibility(kind: SearchKind, { viewer, school, bornBy }: Shared): string[] {
  const isPerson = kind === 'person' || kind === 'professional';
  const isOwn = viewer === null ? 'false' : `owner_id = ${viewer}`;
  const conditions = [nearness(school)];
  if (kind === 'person') conditions.push(`(birth_date <= ${bornBy}::date or ${isOwn})`);
  if (viewer !== null) conditions.push(`owner_id <> all (array(${blockedBy(viewer)}))`);
  if (viewer !== null && isPerson) conditions.push(`owner_id <> all (array(${blockersOf(viewer)}))`);
  if (kind === 'classroom') {
    const isReserved =
      viewer === null ? 'false' : `id = any (array(select classroom_id from reservations where user_id = ${viewer}))`;
    conditions.push(`(not is_private or ${isOwn} or ${isReserved})`);
  }
  if (kind === 'archive' || kind === 'series') conditions.push(`(not is_private or ${isOwn})`);
  return conditions;
}

/** Builds the condition under which everybody may see an entry of search_entries. */
export const isPublicEntry = `not is_private and ${nearness({ id: null, isAmong: false })}`;

/**
 * The rule of `isSchoolSeparated` as SQL on the entry's column: pupils of a school that keeps them among themselves see
 * only that school, and others do not see it.
 */
function nearness({ id, isAmong }: Shared['school']): string {
  const isOfIt = id === null ? 'false' : `school_id = ${id}`;
  if (isAmong) return isOfIt;
  return `(school_id is null or ${isOfIt} or school_id <> all (array(select id from partner_schools where classmates_only)))`;
}
