import type { RawBuilder } from 'kysely';

import type { Trx } from '../../platform/database/db';
import type { LiveWrite } from './live-store';

/** A row of the live outbox: a live document to be rewritten. */
export interface ChangedRow {
  path: string;
  kind: string;
  classroom_id: string | null;
  subject_id: string;
  version: number;
}

/** Documents to be written. */
export interface ProjectedDocuments {
  writes: LiveWrite[];
  /** Called in the same transaction, once the documents are durable. */
  afterWrite?: () => Promise<void>;
}

/** Builds live documents of some kinds. Each module registers its own in the composition root. */
export interface LiveProjection {
  /** The kinds of documents that it builds. A kind is stored in outbox rows, so it must not be renamed. */
  kinds: readonly string[];
  /** SQL condition that defers row `o` of the outbox although it is due. Default: no row is deferred. */
  isHeldBack?: (now: Date) => RawBuilder<boolean>;
  /** Builds the documents for changed rows of its kinds, with few statements regardless of the number of rows. */
  project(trx: Trx, rows: readonly ChangedRow[], now: Date): Promise<ProjectedDocuments>;
}
