import type { Generated } from 'kysely';

import type { Time } from './column-types';

export interface LiveOutboxTable {
  path: string;
  kind: string;
  classroom_id: string | null;
  subject_id: string;
  version: Generated<number>;
  due_at: Time;
  /** The trace of the latest change. */
  traceparent: string | null;
}

export interface LiveCountsTable {
  classroom_id: string;
  shown_at: Time;
}

export interface LivePollCountsTable {
  poll_id: string;
  shown_at: Time;
}

/** Tables of the outbox of live documents. */
export interface LiveDocumentsTables {
  live_outbox: LiveOutboxTable;
  live_counts: LiveCountsTable;
  live_poll_counts: LivePollCountsTable;
}
