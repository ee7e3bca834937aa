import type { ColumnType, Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

/** What somebody said about a class, an event or an archive; exactly one of the three is set. */
export interface RatingsTable {
  id: string;
  classroom_id: Generated<string | null>;
  event_id: Generated<string | null>;
  archive_id: Generated<string | null>;
  /** The id of the three that is set; computed by the database. */
  subject_id: ColumnType<string, never, never>;
  host_id: string;
  user_id: string;
  stars: number;
  note: Generated<string>;
  is_public: Generated<boolean>;
  is_nameless: Generated<boolean>;
  answer: Generated<string | null>;
  answered_at: OptionalTime;
  answer_edited_at: OptionalTime;
  removed_at: OptionalTime;
  edited_at: OptionalTime;
  created_at: Time;
}

/** Written by a trigger. */
export interface RatingTotalsTable {
  subject_id: string;
  rating_count: number;
  star_total: number;
}

export interface RatingReportsTable extends ReportColumns {
  rating_id: string;
}

/** Tables of ratings. */
export interface RatingsTables {
  ratings: RatingsTable;
  rating_totals: RatingTotalsTable;
  rating_reports: RatingReportsTable;
}
