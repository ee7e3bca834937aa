import { type search, type SearchKind, searchKinds, type SearchResult } from '@manabiba/shared/contract/search';
import type { SitemapKind } from '@manabiba/shared/contract/sitemap';
import type * as z from 'zod/mini';

import { isSignedIn, personIdOf, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { decodeCursor, encodeCursor } from '../../platform/database/cursor';
import type { ArchivesService } from '../archives/archives.service';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { EventsService } from '../events/events.service';
import type { ProfessionalsService } from '../professionals/professionals.service';
import type { SeriesService } from '../series/series.service';
import { bornBy } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { FoundEntry, SearchPosition } from './search-statement';
import { spellingsOf, wordsOf } from './search-words';
import type { SearchRepository } from './search.repository';

interface SearchDeps {
  entries: SearchRepository;
  classrooms: Pick<ClassroomsService, 'findMany'>;
  series: Pick<SeriesService, 'findMany'>;
  events: Pick<EventsService, 'findMany'>;
  archives: Pick<ArchivesService, 'findMany'>;
  professionals: Pick<ProfessionalsService, 'findMany'>;
  users: Pick<UsersService, 'findMany'>;
  /** Rate limiter of searches, which cost more than other reads. */
  limiter: { count(viewer: Viewer, address: string): number };
  clock: Clock;
}

type Query = z.output<typeof search.query>;
type Positions = Map<SearchKind, SearchPosition | null>;

interface SearchPage {
  items: SearchResult[];
  nextCursor: string | null;
  more: SearchKind[];
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches everything that the viewer may see. */
export function createSearchService({
  entries,
  classrooms,
  series,
  events,
  archives,
  professionals,
  users,
  limiter,
  clock,
}: SearchDeps) {
  /** Loads the results of each kind as the lists show them, with one call per kind. */
  const load: Record<SearchKind, (viewer: Viewer, ids: string[]) => Promise<SearchResult[]>> = {
    classroom: async (viewer, ids) =>
      (await classrooms.findMany(viewer, ids)).map((classroom) => ({ kind: 'classroom', classroom })),
    series: async (viewer, ids) =>
      (await series.findMany(viewer, ids)).map((found) => ({ kind: 'series', series: found })),
    event: async (viewer, ids) => (await events.findMany(viewer, ids)).map((event) => ({ kind: 'event', event })),
    archive: async (viewer, ids) =>
      (await archives.findMany(viewer, ids)).map((archive) => ({ kind: 'archive', archive })),
    professional: async (viewer, ids) =>
      (await professionals.findMany(viewer, ids)).map((professional) => ({ kind: 'professional', professional })),
    person: async (viewer, ids) => (await users.findMany(viewer, ids)).map((person) => ({ kind: 'person', person })),
  };

  return {
    /**
     * Returns up to `limit` results of each kind. Matching ignores width, case and kana type and finds parts of words;
     * all words must match. `address` is the rate limit key of viewers who are not signed in.
     */
    async search(viewer: Viewer, { q, kinds, cursor, limit }: Query, address: string): Promise<SearchPage> {
      const retryAfterSeconds = limiter.count(viewer, address);
      if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds });
      const after = positionsOf(
        cursor,
        kinds === undefined ? searchKinds : searchKinds.filter((kind) => kinds.split(',').includes(kind)),
      );
      const words = (await entries.normalise(wordsOf(q))).map(spellingsOf);
      if (words.length === 0) return { items: [], nextCursor: null, more: [] };
      const filter = {
        words,
        viewerId: personIdOf(viewer),
        school: schoolOf(viewer),
        bornBy: bornBy(viewer.communicateMinAge, clock.now()),
      };
      const found = await entries.find(after, filter, limit + 1);
      const shown = [...found].map(([kind, all]) => [kind, all.slice(0, limit)] as const);
      const items = await Promise.all(
        shown.map(async ([kind, some]) =>
          some.length === 0
            ? []
            : load[kind](
                viewer,
                some.map(({ id }) => id),
              ),
        ),
      );
      const continued = new Map(
        shown
          .filter(([kind]) => (found.get(kind)?.length ?? 0) > limit)
          .map(([kind, some]) => [kind, some.at(-1)] as const),
      );
      return {
        items: items.flat(),
        nextCursor: continued.size > 0 ? cursorOf(continued) : null,
        more: [...continued.keys()],
      };
    },

    /** Returns how many pages of each kind everybody may see. */
    countPublic: () => entries.countPublic(),

    /** Returns the ids of the pages of one sitemap file; none after the last file. */
    listPublic: (kind: SitemapKind, file: number) => entries.listPublic(kind, file),
  };
}

const schoolOf = (viewer: Viewer) =>
  isSignedIn(viewer) ? { id: viewer.partnerSchoolId, isAmong: viewer.isAmongClassmates } : { id: null, isAmong: false };

/** Encodes where each kind continues, in the order of the kinds; tier 0 means that there are no more results. */
function cursorOf(continued: ReadonlyMap<SearchKind, FoundEntry | undefined>): string {
  return encodeCursor(
    searchKinds.flatMap((kind) => {
      const last = continued.get(kind);
      return last ? [last.tier, last.orderKey, last.id] : [0, 0, ''];
    }),
  );
}

function positionsOf(cursor: string | undefined, kinds: readonly SearchKind[]): Positions {
  if (cursor === undefined) return new Map(kinds.map((kind) => [kind, null]));
  const values = decodeCursor(
    cursor,
    searchKinds.flatMap(() => ['number', 'number', 'string'] as const),
  );
  return new Map(
    kinds.flatMap((kind): [SearchKind, SearchPosition][] => {
      const [tier, orderKey, id] = values.slice(searchKinds.indexOf(kind) * 3) as [number, number, string];
      return tier === 1 || tier === 2 ? [[kind, { tier, orderKey, id }]] : [];
    }),
  );
}
