import type { SearchKind } from '@manabiba/shared/contract/search';

import { blockedBy, blockersOf } from '../users/user-columns';

/** Where a list of results continues. Tier 1 has the words in its title, tier 2 has them anywhere. */
export interface SearchPosition {
  tier: 1 | 2;
  orderKey: number;
  id: string;
}

export interface FoundEntry extends SearchPosition {
  kind: SearchKind;
}

/** One word of a search with its other spellings, normalised. */
export type SearchWord = readonly string[];

export interface SearchFilter {
  words: readonly SearchWord[];
  /** Null for visitors. */
  viewerId: string | null;
  /** The viewer's partner school, and whether it keeps its pupils among themselves. */
  school: { id: string | null; isAmong: boolean };
  /** People born later are found by nobody but themselves (yyyy-MM-dd). */
  bornBy: string;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** What a statement looks at: one tier, either whole or its first `WALKED` entries of each kind in their order. */
export interface SearchPart {
  tier: 1 | 2;
  isWalk: boolean;
}

/** Entries that are looked at one by one before the index is asked: a word that is in one of forty fills a page by them. */
const WALKED = 300;

/**
 * The statement that finds entries of some kinds, at most `limit` of each kind, the first in order first.
 *
 * All that decides who finds an entry stands in the entry or is looked up once. A frequent word is found by a walk along
 * the entries in their order; by its grams thousands would be read and sorted for a page. The planner cannot tell which is
 * better: it takes the grams of one word for independent of each other.
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
  // A value that no branch names would have no type.
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

/** `after` are placeholders. The kind is of a closed list, so it may stand in the text. */
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

/** Who may find an entry: as lists show it to them. Whom the viewer has blocked is not met, and does not meet the viewer as a person. */
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
  if (kind === 'archive') conditions.push(`(not is_private or ${isOwn})`);
  return conditions;
}

/** The rule of `isSchoolSeparated` on the entry's own column: a school that keeps its pupils among themselves is near to itself alone. */
function nearness({ id, isAmong }: Shared['school']): string {
  const isOfIt = id === null ? 'false' : `school_id = ${id}`;
  if (isAmong) return isOfIt;
  return `(school_id is null or ${isOfIt} or school_id <> all (array(select id from partner_schools where classmates_only)))`;
}
