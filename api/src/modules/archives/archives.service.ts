import type { Archive } from '@manabiba/shared/contract/archives';

import { personIdOf, type Viewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { cursorOf, positionOf } from '../../platform/database/time-position';
import { orderByIds } from '../../platform/order-by-ids';
import { userMapper } from '../users/user-columns';
import type { UsersService } from '../users/users.service';
import type { ArchiveRow, ArchivesRepository } from './archives.repository';

interface ArchivesDeps {
  archives: ArchivesRepository;
  users: UsersService;
  clock: Clock;
}

export type ArchivesService = ReturnType<typeof createArchivesService>;

const toHost = userMapper('host_');

/** Archives of classrooms and events. */
export function createArchivesService({ archives, users, clock }: ArchivesDeps) {
  return {
    /** Returns these archives as list items, in this order. The caller has already checked visibility. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<Archive[]> {
      const now = clock.now();
      return orderByIds(ids, await archives.findMany(ids, personIdOf(viewer))).map((row) =>
        toArchive(row, viewer, now),
      );
    },

    /**
     * Returns a page of what a user has published. Withdrawn and anonymous users are `not_found`; users of 12 or under
     * have none.
     */
    async listOfUser(
      viewer: Viewer,
      userId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ items: Archive[]; nextCursor: string | null }> {
      const after = positionOf(cursor);
      if (await users.isChild(userId)) return { items: [], nextCursor: null };
      const rows = await archives.listOfHost({ hostId: userId, viewerId: personIdOf(viewer), after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const now = clock.now();
      return {
        items: shown.map((row) => toArchive(row, viewer, now)),
        nextCursor: rows.length > limit && last ? cursorOf({ micros: last.published_micros, id: last.id }) : null,
      };
    },
  };
}

/** Converts to a list item: playback is requested one by one. */
function toArchive(row: ArchiveRow, viewer: Viewer, now: Date): Archive {
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    title: row.title,
    description: row.description,
    categoryId: row.category_id,
    host: toHost(row, viewer, now),
    hlsUrl: null,
    fileUrl: null,
    captionUrl: row.caption_url,
    chapters: row.chapters,
    thumbnailUrl: row.thumbnail_url,
    durationSeconds: row.duration_seconds,
    watchCount: row.watch_count,
    pickup: row.is_pickup,
    access: row.access,
    canWatch: row.can_watch,
    resumeAtSeconds: 0,
    state: row.state,
    publishedAt: row.published_at?.toISOString() ?? null,
  };
}
