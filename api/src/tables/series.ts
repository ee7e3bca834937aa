import type { Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

export interface SeriesTable {
  id: string;
  host_id: string;
  title: string;
  description: Generated<string>;
  category_id: string;
  /** Off the tickets of several paid dates bought at once. */
  discount_percent: Generated<number>;
  ended_at: OptionalTime;
  /** By the staff. */
  hidden_at: OptionalTime;
  /** When it was announced to the followers of its host. */
  announced_at: OptionalTime;
  created_at: Time;
  updated_at: Time;
}

/** Who has reserved all dates of a series at once. */
export interface SeriesBookingsTable {
  series_id: string;
  user_id: string;
  booked_at: Time;
}

/** What a certificate says, as it was when it was issued. */
export interface CertificatesTable {
  /** Also the code with which anybody can check it. */
  id: string;
  series_id: string;
  user_id: string;
  /** As the person typed it. */
  name: string;
  series_title: string;
  host_name: string;
  done_count: number;
  date_count: number;
  /** When the last date ended. */
  completed_at: Time;
  issued_at: Time;
}

export interface SeriesReportsTable extends ReportColumns {
  series_id: string;
}

/** Tables of series of classes. */
export interface SeriesTables {
  series: SeriesTable;
  series_bookings: SeriesBookingsTable;
  certificates: CertificatesTable;
  series_reports: SeriesReportsTable;
}
