import { MAX_SITEMAP_PAGES } from '@manabiba/shared/contract/limits';
import type { SearchKind } from '@manabiba/shared/contract/search';
import { type SitemapKind, sitemapKind } from '@manabiba/shared/contract/sitemap';

import type { Pool } from '../../platform/database/db';
import {
  type FoundEntry,
  isPublicEntry,
  type SearchFilter,
  type SearchPosition,
  searchStatement,
  type Statement,
} from './search-statement';

export type SearchRepository = ReturnType<typeof createSearchRepository>;

/** Search entries, maintained by the triggers of migrations 0045 and 0420. */
export function createSearchRepository(pool: Pool) {
  /** Not a prepared statement: rare and frequent words need different plans. */
  const run = async ({ text, values }: Statement) => (await pool.query<FoundEntry>(text, values)).rows;

  return {
    /** Normalises words for comparison. Drops words without letters. */
    async normalise(words: readonly string[]): Promise<string[]> {
      const { rows } = await pool.query<{ word: string }>(
        'select search_normal(word) as word from unnest($1::text[]) with ordinality as given (word, place) order by place',
        [words],
      );
      return rows.map(({ word }) => word).filter((word) => word !== '');
    },

    /**
     * Returns at most `limit` entries of each kind after its position (null: from the start), in order. Runs at most
     * four statements.
     */
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
          // The result of a walk is complete only when it has reached the limit.
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

    /** Counts the entries that everybody may see, by kind. */
    async countPublic(): Promise<Record<SitemapKind, number>> {
      const { rows } = await pool.query<{ kind: SitemapKind; size: number }>(
        `select kind, count(*)::int as size from search_entries where kind = any($1) and ${isPublicEntry} group by kind`,
        [sitemapKind.options],
      );
      return {
        classroom: 0,
        event: 0,
        archive: 0,
        professional: 0,
        series: 0,
        ...Object.fromEntries(rows.map(({ kind, size }) => [kind, size])),
      };
    },

    /** Returns the ids of one kind that everybody may see: those of one sitemap file, which counts from 1. */
    async listPublic(kind: SitemapKind, file: number): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        `select id from search_entries where kind = $3 and ${isPublicEntry} order by id limit $1 offset $2`,
        [MAX_SITEMAP_PAGES, (file - 1) * MAX_SITEMAP_PAGES, kind],
      );
      return rows.map(({ id }) => id);
    },
  };
}
