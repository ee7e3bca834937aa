import type { Archive } from '@manabiba/shared/contract/archives';
import type { Selectable } from 'kysely';

import type { Viewer } from '../../access/viewer';
import type { ArchivesTable } from '../../tables/archives';
import { RATING_TOTALS, type RatingTotals, ratingTotalsOf, toRatingAverage } from '../ratings/rating-average';
import { userColumns, userMapper } from '../users/user-columns';
import { mayWatch } from './archive-access';

const columns = [
  'id',
  'source',
  'source_id',
  'host_id',
  'title',
  'description',
  'category_id',
  'chapters',
  'thumbnail_url',
  'duration_seconds',
  'watch_count',
  'is_pickup',
  'access',
  'state',
  'published_at',
  'media_version',
  'captions_version',
] as const satisfies readonly (keyof ArchivesTable)[];

const toHost = userMapper('host_');

/** An archive with its host, whether the viewer may watch it and how far they have. */
export type ArchiveRow = Pick<Selectable<ArchivesTable>, (typeof columns)[number]> &
  Parameters<typeof toHost>[0] &
  RatingTotals & { can_watch: boolean; position_seconds: number; published_micros: number };

/** SQL: the columns of `ArchiveRow`, for the joins below. `viewerId` is a placeholder, or null for visitors. */
export const archiveColumns = (viewerId: string | null) =>
  `${columns.map((column) => `a.${column}`).join(', ')}, ${mayWatch(viewerId)} as can_watch,
    ${viewerId ? 'coalesce(w.position_seconds, 0)' : '0'} as position_seconds,
    (extract(epoch from a.published_at) * 1000000)::bigint as published_micros, ${RATING_TOTALS}, ${userColumns('host', 'host_', viewerId ?? 'null')}`;

export const archiveJoins = (viewerId: string | null) =>
  `join users host on host.id = a.host_id ${ratingTotalsOf('a.id')}${
    viewerId ? ` left join archive_positions w on w.user_id = ${viewerId} and w.archive_id = a.id` : ''
  }`;

/** A video is resumed unless it was hardly begun, or watched to within this many seconds of its end. */
export const UNTOUCHED_SECONDS = 5;
export const FINISHED_SECONDS = 10;

export const resumeAt = (position: number, duration: number): number =>
  position < UNTOUCHED_SECONDS || position > duration - FINISHED_SECONDS ? 0 : position;

/** Signs what a list item shows of an archive. */
interface ItemUrls {
  ofPoster: (row: ArchiveRow) => string | null;
  ofCaptions: (row: ArchiveRow) => string | null;
}

/** Converts to a list item: playback is requested one by one. */
export function toArchive(row: ArchiveRow, viewer: Viewer, now: Date, urls: ItemUrls): Archive {
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
    captionUrl: urls.ofCaptions(row),
    chapters: row.chapters,
    thumbnailUrl: urls.ofPoster(row),
    durationSeconds: row.duration_seconds,
    watchCount: row.watch_count,
    pickup: row.is_pickup,
    access: row.access,
    canWatch: row.can_watch,
    resumeAtSeconds: resumeAt(row.position_seconds, row.duration_seconds),
    state: row.state,
    publishedAt: row.published_at?.toISOString() ?? null,
    rating: toRatingAverage(row),
  };
}
