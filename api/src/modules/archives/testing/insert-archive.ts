import type { Insertable } from 'kysely';

import type { ArchivesTable } from '../../../tables/archives';
import { insertClassroom } from '../../../testing/rows';
import type { TestApp } from '../../../testing/start-test-app';

let serial = 0;

/** Inserts a published public archive of an ended classroom of the professional, without files. */
export async function insertArchive(
  { db, clock, people }: Pick<TestApp, 'db' | 'clock' | 'people'>,
  given: Partial<Insertable<ArchivesTable>> = {},
): Promise<string> {
  const now = clock.now();
  const id = given.id ?? `arc_${(serial += 1)}`;
  const host = given.host_id ?? people.professional;
  await db
    .insertInto('archives')
    .values({
      id,
      source: 'classroom',
      source_id: given.source_id ?? (await insertClassroom(db, { host_id: host, state: 'ended' })),
      host_id: host,
      title: '星の一生',
      category_id: 'cat_space',
      access: 'public',
      state: 'ready',
      duration_seconds: 2700,
      published_at: now,
      created_at: now,
      updated_at: now,
      ...given,
    })
    .execute();
  return id;
}
