import type { Archive } from '@manabiba/shared/contract/archives';
import type { ColumnType, Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

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
  caption_url: Generated<string | null>;
  thumbnail_url: Generated<string | null>;
  duration_seconds: Generated<number>;
  watch_count: Generated<number>;
  is_pickup: Generated<boolean>;
  access: Archive['access'];
  state: Generated<Archive['state']>;
  published_at: OptionalTime;
  created_at: Time;
  updated_at: Time;
}

/** Tables of archives. */
export interface ArchivesTables {
  archives: ArchivesTable;
}
