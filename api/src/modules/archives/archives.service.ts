import type { listMyArchives } from '@manabiba/shared/contract/archive-editing';
import type { Archive, ArchiveDetail, listArchives } from '@manabiba/shared/contract/archives';
import type * as z from 'zod/mini';

import { personIdOf, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { cursorOf, positionOf, type TimePosition } from '../../platform/database/time-position';
import type { MicroCache } from '../../platform/micro-cache';
import { orderByIds } from '../../platform/order-by-ids';
import type { CategoriesService } from '../categories/categories.service';
import type { UsersService } from '../users/users.service';
import type { ArchiveFilter } from './archive-list-statement';
import { type ArchiveRow, toArchive } from './archive-row';
import type { ArchivesRepository, FoundArchive } from './archives.repository';
import { createListReader } from './list-reader';
import type { MediaUrls } from './playback/media-urls';

interface ArchivesDeps {
  archives: ArchivesRepository;
  users: UsersService;
  categories: Pick<CategoriesService, 'list'>;
  mediaUrls: MediaUrls;
  clock: Clock;
  /** Keeps pages of the lists that everybody sees; any write of this process empties it. */
  publicPages: MicroCache<ArchiveRow[]>;
}

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

export type ArchivesService = ReturnType<typeof createArchivesService>;

/** Archives of classrooms and events, as they are read. */
export function createArchivesService(deps: ArchivesDeps) {
  const { archives, users, categories, mediaUrls, clock } = deps;
  const lists = createListReader(deps);
  const toItems = (rows: readonly ArchiveRow[], viewer: Viewer) => {
    const now = clock.now();
    return rows.map((row) => toArchive(row, viewer, now, mediaUrls));
  };

  async function listPublished(viewer: Viewer, filter: Omit<ArchiveFilter, 'viewerId'>, { cursor, limit }: PageQuery) {
    const rows = await lists.list(viewer, filter, positionOf(cursor), limit + 1);
    const positioned = filter.isByWatches ? rows.map((row) => ({ ...row, published_micros: row.watch_count })) : rows;
    return toPage(positioned, limit, (shown) => toItems(shown, viewer));
  }

  async function get(viewer: Viewer, id: string): Promise<ArchiveDetail> {
    const row = await archives.find(id, personIdOf(viewer));
    if (!row) throw new AppError('not_found');
    return {
      ...toArchive(row, viewer, clock.now(), mediaUrls),
      ...mediaUrls.of(row),
      ticketPrice: row.ticket_price,
      review: row.published_at === null ? reviewOf(row, personIdOf(viewer)) : null,
    };
  }

  return {
    get,

    /** Returns whether the viewer may find and watch the archive of a class or event. False while there is none. */
    isWatchable: (viewer: Viewer, source: { source: 'classroom' | 'event'; id: string }): Promise<boolean> =>
      archives.isWatchable(source, personIdOf(viewer)),

    /** Returns what of a room an archive is: its class, and the part of the recording that the video shows. */
    async recordingOf(viewer: Viewer, id: string) {
      const row = await archives.find(id, personIdOf(viewer));
      if (!row) throw new AppError('not_found');
      const { can_watch: canWatch, cut_start: cutStart, duration_seconds: seconds } = row;
      return { classroomId: await archives.classroomOf(id), canWatch, cutStart, seconds };
    },

    /** Lists what is published. Only signed-in viewers have seen anything. */
    async list(viewer: Viewer, { pickup, sort, unseen, ...query }: z.output<(typeof listArchives)['query']>) {
      const personId = personIdOf(viewer);
      const isUnseen = unseen === 'true' && personId !== null;
      const filter = { isPickup: pickup === 'true', isByWatches: sort === 'watched', isUnseen };
      const [page, total] = await Promise.all([
        listPublished(viewer, filter, query),
        isUnseen && !filter.isPickup && query.cursor === undefined ? archives.countUnseen(personId) : undefined,
      ]);
      return total === undefined ? page : { ...page, total };
    },

    /** Lists the latest archives of events. There are no further pages. */
    async listOfEvents(viewer: Viewer, { limit }: { limit: number }) {
      const rows = await lists.list(viewer, { isOfEvent: true }, null, limit);
      return { items: toItems(rows, viewer), nextCursor: null };
    },

    /** Lists what is published in a category; `not_found` for an unknown one. */
    async listOfCategory(viewer: Viewer, categoryId: string, query: PageQuery) {
      if (!(await categories.list()).some(({ id }) => id === categoryId)) throw new AppError('not_found');
      return listPublished(viewer, { categoryId }, query);
    },

    /** Returns what to watch after an archive; `not_found` when the viewer cannot find it. */
    async recommends(viewer: Viewer, id: string, limit: number): Promise<{ items: Archive[] }> {
      const ranked = await lists.recommended(viewer, id, limit);
      if (ranked.length > 0) return { items: toItems(ranked, viewer) };
      // Not ranked yet: published minutes ago, or not at all.
      const row = await archives.find(id, personIdOf(viewer));
      if (!row) throw new AppError('not_found');
      const latest = await lists.list(viewer, { categoryId: row.category_id }, null, limit + 1);
      return { items: toItems(latest.filter((other) => other.id !== id).slice(0, limit), viewer) };
    },

    /** Returns these archives as list items, in this order. The caller has already checked visibility. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<Archive[]> {
      return toItems(orderByIds(ids, await archives.findMany(ids, personIdOf(viewer))), viewer);
    },

    /**
     * Returns a page of what a user has published. Withdrawn and anonymous users are `not_found`; users of 12 or under
     * have none.
     */
    async listOfUser(viewer: Viewer, userId: string, query: PageQuery) {
      if (await users.isChild(userId)) return { items: [], nextCursor: null };
      return listPublished(viewer, { hostId: userId }, query);
    },

    /** Returns what the viewer has begun to watch and not finished. */
    async listContinued(viewer: SignedInViewer, limit: number): Promise<{ items: Archive[] }> {
      return { items: toItems(await archives.listContinued(viewer.id, limit), viewer) };
    },

    /** Returns a page of what the viewer hosts or speaks in, in every state or only under review. */
    async listOwn(viewer: SignedInViewer, { cursor, limit, review }: z.output<(typeof listMyArchives)['query']>) {
      const rows = await archives.listOwn(viewer.id, review === 'true', positionOf(cursor), limit + 1);
      const positioned = rows.map((row) => ({ ...row, published_micros: row.created_micros }));
      return toPage(positioned, limit, (shown) => toItems(shown, viewer));
    },
  };
}

function toPage<R extends { published_micros: number; id: string }>(
  rows: readonly R[],
  limit: number,
  toItems: (rows: readonly R[]) => Archive[],
): { items: Archive[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const position: TimePosition | undefined = last && { micros: last.published_micros, id: last.id };
  return { items: toItems(shown), nextCursor: rows.length > limit && position ? cursorOf(position) : null };
}

function reviewOf(row: FoundArchive, viewerId: string | null): ArchiveDetail['review'] {
  const isHost = row.host_id === viewerId;
  return {
    myRole: isHost ? 'host' : 'speaker',
    progress: row.state === 'processing' ? row.progress : 100,
    failure: isHost ? row.failure : null,
    publishesAt: row.review_ends_at?.toISOString() ?? null,
    otherSpeakers: row.other_speakers,
    isMyPartRecorded: row.is_recorded,
    isMyPartOut: row.is_taken_out,
    cutStart: row.cut_start,
    cutEnd: row.cut_end,
  };
}
