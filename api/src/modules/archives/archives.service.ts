import type { Archive } from '@manabiba/shared/contract/archives';

import { personIdOf, type Viewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { cursorOf, positionOf } from '../../platform/database/time-position';
import { inOrderOf } from '../../platform/in-order-of';
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

/** Recordings of classrooms and events. */
export function createArchivesService({ archives, users, clock }: ArchivesDeps) {
  return {
    /** These archives as a list shows them, in this order. Whether the viewer may see them has been decided. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<Archive[]> {
      const now = clock.now();
      return inOrderOf(ids, await archives.findMany(ids, personIdOf(viewer))).map((row) => toArchive(row, viewer, now));
    },

    /** A page of what somebody has published. People who left, and visitors, are `not_found`; people of 12 or under have nothing to show. */
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

/** As a list shows it: what is watched is asked for one by one. */
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
