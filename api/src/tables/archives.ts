import type { Archive, ArchiveDetail } from '@manabiba/shared/contract/archives';
import type { ColumnType, Generated } from 'kysely';

import type { GeneratedTime, OptionalTime, ReportColumns, Time } from './column-types';

/** What a composed version contains besides the video. `scrub.url` is the name of the file. */
export interface MediaInfo {
  scrub: ArchiveDetail['scrub'];
  hasWaveform: boolean;
}

export interface ArchivesTable {
  id: string;
  source: Archive['source'];
  source_id: string;
  host_id: string;
  title: string;
  description: Generated<string>;
  category_id: string;
  /** Written as JSON. */
  chapters: ColumnType<Archive['chapters'], string | undefined, string>;
  thumbnail_url: Generated<string | null>;
  duration_seconds: Generated<number>;
  watch_count: Generated<number>;
  is_pickup: Generated<boolean>;
  access: Archive['access'];
  state: Generated<Archive['state']>;
  published_at: OptionalTime;
  /** The folder of the composed version below the archive's own; null until there is one. */
  media_version: Generated<string | null>;
  /** Written as JSON. */
  media_info: ColumnType<MediaInfo | null, string | null | undefined, string | null>;
  captions_version: Generated<string | null>;
  review_ends_at: OptionalTime;
  progress: Generated<number>;
  failure: Generated<NonNullable<ArchiveDetail['review']>['failure']>;
  /** When the video is to be composed, or taken over from a process that died; null when there is nothing to do. */
  compose_at: OptionalTime;
  /** Counts the changes of what the video contains. */
  compose_revision: Generated<number>;
  compose_failures: Generated<number>;
  /** Seconds of the recording that the host has cut off. */
  cut_start: Generated<number>;
  cut_end: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

/** A recorded host or speaker. */
export interface ArchivePartsTable {
  archive_id: string;
  user_id: string;
  taken_out_at: OptionalTime;
}

/** What a recorded person said at a stretch, in milliseconds since the start of the whole recording. */
export interface ArchiveUtterancesTable {
  id: string;
  archive_id: string;
  user_id: string;
  from_ms: number;
  until_ms: number;
  taken_out_at: OptionalTime;
}

export interface ArchiveWatchesTable {
  archive_id: string;
  viewer_id: string;
  session_id: string;
  started_at: GeneratedTime;
  /** Null until a watch of this viewer has counted. */
  counted_at: OptionalTime;
}

export interface ArchivePositionsTable {
  user_id: string;
  archive_id: string;
  position_seconds: number;
  /** How far the user has ever come; no further than can have been played since `started_at`. */
  furthest_seconds: Generated<number>;
  /** When the user's first report arrived. */
  started_at: GeneratedTime;
  updated_at: Time;
}

export interface ArchiveRecommendationsTable {
  archive_id: string;
  rank: number;
  recommended_id: string;
}

export interface ArchiveFoldersTable {
  folder: string;
  archive_id: string | null;
  created_at: Time;
}

export interface ArchiveReportsTable extends ReportColumns {
  archive_id: string;
}

/** Tables of archives. */
export interface ArchivesTables {
  archives: ArchivesTable;
  archive_parts: ArchivePartsTable;
  archive_utterances: ArchiveUtterancesTable;
  archive_watches: ArchiveWatchesTable;
  archive_positions: ArchivePositionsTable;
  archive_recommendations: ArchiveRecommendationsTable;
  archive_folders: ArchiveFoldersTable;
  archive_reports: ArchiveReportsTable;
}
