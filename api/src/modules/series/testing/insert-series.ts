import { addDays, addHours } from 'date-fns';
import type { Insertable } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { newId } from '../../../platform/ids';
import type { SeriesTable } from '../../../tables/series';
import { insertClassroom, insertEvent, insertTicketType } from '../../../testing/rows';
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

/**
 * Inserts a series of published events, ten days apart from the next one on, each with a general ticket for 1,500 yen.
 * Returns their ids.
 */
export async function insertPaidSeries(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  given: Parameters<typeof insertSeries>[1],
  { count = 2, quota = 10 }: { count?: number; quota?: number } = {},
): Promise<{ id: string; events: string[]; rooms: string[]; tickets: string[] }> {
  const { id } = await insertSeries(db, given);
  const events: string[] = [];
  const rooms: string[] = [];
  const tickets: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const startAt = addDays(clock.now(), 10 * number);
    const times = { start_at: startAt, end_at: addHours(startAt, 1) };
    const title = `銀河の講座 ${number}`;
    const eventId = await insertEvent(db, { organizer_id: given.host_id, title, ...times });
    const room = { host_id: given.host_id, event_id: eventId, private_mode: true, private_key: null };
    const roomId = await insertClassroom(db, {
      ...room,
      ...times,
      name: title,
      series_id: id,
      series_added_at: clock.now(),
    });
    await db.updateTable('events').set({ classroom_id: roomId }).where('id', '=', eventId).execute();
    tickets.push(await insertTicketType(db, { event_id: eventId, price: 1500, quota, sale_end_at: startAt }));
    events.push(eventId);
    rooms.push(roomId);
  }
  return { id, events, rooms, tickets };
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
