import type { RawBuilder } from 'kysely';

import type { Trx } from '../../platform/database/db';
import type { LiveWrite } from './live-store';

/** A row of the outbox: a live document to be written. */
export interface ChangedRow {
  path: string;
  kind: string;
  classroom_id: string | null;
  subject_id: string;
  version: number;
}

/** Documents as they are to be written now. */
export interface ProjectedDocuments {
  writes: LiveWrite[];
  /** Called in the same transaction, once the documents are durable. */
  afterWrite?: () => Promise<void>;
}

/** What live documents of some kinds say. Each noun registers its own in the composition root. */
export interface LiveProjection {
  /** The kinds of documents that it makes. A kind is stored with its rows, so it must stay the same. */
  kinds: readonly string[];
  /** SQL: whether the row `o` of the outbox waits although it is due. Default: none waits. */
  isHeldBack?: (now: Date) => RawBuilder<boolean>;
  /** Makes documents of changed rows of its kinds: few statements, however many rows there are. */
  project(trx: Trx, rows: readonly ChangedRow[], now: Date): Promise<ProjectedDocuments>;
}
