import type { SearchKind } from '@manabiba/shared/contract/search';

import type { Pool } from '../../platform/database/db';
import {
  type FoundEntry,
  type SearchFilter,
  type SearchPosition,
  searchStatement,
  type Statement,
} from './search-statement';

export type SearchRepository = ReturnType<typeof createSearchRepository>;

/** Entries of the search, as migration 0045 keeps them. */
export function createSearchRepository(pool: Pool) {
  /** Planned for its own words: for a rare word the best way is another than for a frequent one. So it is not prepared. */
  const run = async ({ text, values }: Statement) => (await pool.query<FoundEntry>(text, values)).rows;

  return {
    /** Words as they are compared. What has no mail in it is left out. */
    async normalise(words: readonly string[]): Promise<string[]> {
      const { rows } = await pool.query<{ word: string }>(
        'select search_normal(word) as word from unnest($1::text[]) with ordinality as given (word, place) order by place',
        [words],
      );
      return rows.map(({ word }) => word).filter((word) => word !== '');
    },

    /** At most `limit` entries of each kind after its position (null: from the first), in order. Four statements at most. */
    async find(
      after: ReadonlyMap<SearchKind, SearchPosition | null>,
      filter: SearchFilter,
      limit: number,
    ): Promise<Map<SearchKind, FoundEntry[]>> {
      const found = new Map<SearchKind, FoundEntry[]>([...after.keys()].map((kind) => [kind, []]));
      for (const tier of [1, 2] as const) {
        let wanted = [...after].filter(
          ([kind, position]) => (position?.tier ?? 1) <= tier && (found.get(kind)?.length ?? 0) < limit,
        );
        for (const isWalk of [true, false]) {
          if (wanted.length === 0) break;
          const entries = await run(searchStatement({ tier, isWalk }, new Map(wanted), filter, limit));
          // What a walk has found is all there is only where it has found enough.
          const isEnough = ([kind]: (typeof wanted)[number]) =>
            (found.get(kind)?.length ?? 0) + entries.filter((entry) => entry.kind === kind).length >= limit;
          const settled = isWalk ? wanted.filter(isEnough) : wanted;
          for (const [kind] of settled) found.get(kind)?.push(...entries.filter((entry) => entry.kind === kind));
          wanted = wanted.filter((each) => !settled.includes(each));
        }
      }
      for (const [kind, entries] of found) found.set(kind, entries.slice(0, limit));
      return found;
    },
  };
}
