import type { Insertable } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { SeriesTable } from '../../../tables/series';
import { insertClassroom } from '../../../testing/rows';

type DateValues = Omit<Parameters<typeof insertClassroom>[1], 'host_id' | 'series_id'>;

/** Inserts a series of a host with these dates. Returns their ids. */
export async function insertSeries(
  db: Db,
  given: Pick<Insertable<SeriesTable>, 'host_id'> & Partial<Insertable<SeriesTable>>,
  dates: readonly DateValues[] = [],
): Promise<{ id: string; dates: string[] }> {
  const id = newId('srs');
  const now = new Date();
  await db
    .insertInto('series')
    .values({ id, title: '星を学ぶ4週間', category_id: 'cat_space', created_at: now, updated_at: now, ...given })
    .execute();
  const ids = [];
  for (const date of dates)
    ids.push(await insertClassroom(db, { series_added_at: now, ...date, host_id: given.host_id, series_id: id }));
  return { id, dates: ids };
}
