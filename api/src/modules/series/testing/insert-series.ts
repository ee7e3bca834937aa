import type { Insertable } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { SeriesTable } from '../../../tables/series';
import { insertClassroom } from '../../../testing/rows';
import type { TestApp } from '../../../testing/start-test-app';

type DateValues = Omit<Parameters<typeof insertClassroom>[1], 'host_id' | 'series_id'>;

/** Inserts a series of a host with these dates, of which followers know. Returns their ids. */
export async function insertSeries(
  db: Db,
  given: Pick<Insertable<SeriesTable>, 'host_id'> & Partial<Insertable<SeriesTable>>,
  dates: readonly DateValues[] = [],
): Promise<{ id: string; dates: string[] }> {
  const id = newId('srs');
  const now = new Date();
  await db
    .insertInto('series')
    .values({
      ...{ id, title: '星を学ぶ4週間', category_id: 'cat_space' },
      ...{ created_at: now, updated_at: now, announced_at: now, ...given },
    })
    .execute();
  const ids = [];
  for (const date of dates)
    ids.push(await insertClassroom(db, { series_added_at: now, ...date, host_id: given.host_id, series_id: id }));
  return { id, dates: ids };
}

/** Inserts a certificate for a series, of a member of the staff unless another user is given. Returns its code. */
export async function insertCertificate(
  { db, people }: Pick<TestApp, 'db' | 'people'>,
  seriesId: string,
  userId = people.staff,
): Promise<string> {
  const id = newId('crt');
  const now = new Date();
  await db
    .insertInto('certificates')
    .values({
      id,
      series_id: seriesId,
      user_id: userId,
      name: '山田 花子',
      series_title: '星を学ぶ4週間',
      host_name: '先生',
      done_count: 4,
      date_count: 4,
      completed_at: now,
      issued_at: now,
    })
    .execute();
  return id;
}
