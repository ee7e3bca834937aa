import type { Insertable } from 'kysely';

import { newId } from '../../../platform/ids';
import type { RatingsTable } from '../../../tables/ratings';
import type { TestApp } from '../../../testing/start-test-app';

/** Inserts a rating with four stars for everybody to read, of what the professional hosts. Returns its id. */
export async function insertRating(
  { db, clock, people }: Pick<TestApp, 'db' | 'clock' | 'people'>,
  given: Partial<Insertable<RatingsTable>> & Pick<Insertable<RatingsTable>, 'user_id'>,
): Promise<string> {
  const id = newId('rat');
  const row = { id, host_id: people.professional, stars: 4, note: 'よかったです。', created_at: clock.now(), ...given };
  await db.insertInto('ratings').values(row).execute();
  return id;
}
