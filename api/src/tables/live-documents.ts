import type { Generated } from 'kysely';

import type { Time } from './column-types';

export interface LiveOutboxTable {
  path: string;
  kind: string;
  classroom_id: string | null;
  subject_id: string;
  version: Generated<number>;
  due_at: Time;
}

export interface LiveCountsTable {
  classroom_id: string;
  shown_at: Time;
}

/** The tables of the queue of live documents to be written. */
export interface LiveDocumentsTables {
  live_outbox: LiveOutboxTable;
  live_counts: LiveCountsTable;
}
