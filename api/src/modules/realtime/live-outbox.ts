import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../platform/database/db';

/** A live document that may no longer say what the database says. */
export interface ChangedDocument {
  /** By which projection it is written. */
  kind: string;
  /** Where it lies, and the key of its row: a document that changes twice before it is written has one row. */
  path: string;
  classroomId: string | null;
  subjectId: string;
}

/**
 * Marks live documents as changed, in the transaction that changes what they show. Once it is committed they are
 * written as the database says then, also after a crash.
 */
export async function markChanged(trx: Trx, documents: readonly ChangedDocument[], now: Date): Promise<void> {
  if (documents.length === 0) return;
  // Always in the same order, so that two transactions never wait for each other.
  const rows = [...new Map(documents.map((document) => [document.path, document])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  await trx
    .insertInto('live_outbox')
    .values(
      rows.map(({ path, kind, classroomId, subjectId }) => ({
        path,
        kind,
        classroom_id: classroomId,
        subject_id: subjectId,
        due_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({ version: sql`excluded.version`, due_at: sql`least(live_outbox.due_at, excluded.due_at)` }),
    )
    .execute();
}

/**
 * The same as SQL, for the end of a statement that changes something itself. `documents` is a query of (path, kind,
 * subject_id).
 */
export const markChangedBy = (documents: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into live_outbox (path, kind, subject_id, due_at) select path, kind, subject_id, ${now} from (${documents}) documents
  on conflict (path) do update set version = excluded.version, due_at = least(live_outbox.due_at, excluded.due_at)`;
