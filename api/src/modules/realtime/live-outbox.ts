import { activeTraceparent } from '@manabiba/telemetry/spans';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

/** A live document that may be out of date. */
export interface ChangedDocument {
  /** The kind, which selects the projection. */
  kind: string;
  /** Path of the document and key of its row: several changes before the next write share one row. */
  path: string;
  classroomId: string | null;
  subjectId: string;
}

/**
 * Marks live documents as changed, in the transaction that changes their source data. After the commit they are
 * rewritten from the database, also after a crash.
 */
export async function markChanged(trx: Trx, documents: readonly ChangedDocument[], now: Date): Promise<void> {
  if (documents.length === 0) return;
  // Sorts by path so that two transactions do not deadlock.
  const rows = [...new Map(documents.map((document) => [document.path, document])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  const traceparent = activeTraceparent();
  await trx
    .insertInto('live_outbox')
    .values(
      rows.map(({ path, kind, classroomId, subjectId }) => ({
        path,
        kind,
        classroom_id: classroomId,
        subject_id: subjectId,
        due_at: now,
        traceparent,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({
          version: sql`excluded.version`,
          due_at: sql`least(live_outbox.due_at, excluded.due_at)`,
          traceparent: sql`excluded.traceparent`,
        }),
    )
    .execute();
}

/** The same as SQL, to append to a data-changing statement. `documents` is a query of (path, kind, subject_id). */
export const markChangedBy = (documents: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into live_outbox (path, kind, subject_id, due_at, traceparent) select path, kind, subject_id, ${now}, ${activeTraceparent()}::text from (${documents}) documents
  on conflict (path) do update set version = excluded.version, due_at = least(live_outbox.due_at, excluded.due_at), traceparent = excluded.traceparent`;
