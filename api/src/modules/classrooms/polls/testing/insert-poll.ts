import type { Insertable } from 'kysely';

import type { Db } from '../../../../platform/database/db';
import { newId } from '../../../../platform/ids';
import type { ClassroomPollsTable } from '../../../../tables/classroom-polls';

/** Inserts a draft of an anonymous poll with three options. */
export async function insertPoll(
  db: Db,
  given: Partial<Insertable<ClassroomPollsTable>> & { classroom_id: string },
): Promise<string> {
  const now = new Date();
  const row: Insertable<ClassroomPollsTable> = {
    id: newId('pol'),
    kind: 'single',
    question: 'いちばん近い恒星は?',
    options: ['太陽', 'シリウス', 'ベガ'],
    correct: [],
    is_named: false,
    seconds: null,
    created_at: now,
    updated_at: now,
    ...given,
  };
  await db.insertInto('classroom_polls').values(row).execute();
  return row.id;
}
