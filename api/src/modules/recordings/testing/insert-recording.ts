import { addDays, addSeconds } from 'date-fns';
import { millisecondsInSecond } from 'date-fns/constants';
import type { Insertable } from 'kysely';

import type { ArchivesTable } from '../../../tables/archives';
import { insertClassroom } from '../../../testing/rows';
import type { TestApp } from '../../../testing/start-test-app';
import { insertArchive } from '../../archives/testing/insert-archive';

export const RECORDED_SECONDS = 60;

let serial = 0;

/** Inserts an ended classroom of the professional in which these people spoke for a minute, one after the other. */
export async function insertRecording(
  { db, clock, people }: Pick<TestApp, 'db' | 'clock' | 'people'>,
  speakers: readonly string[],
  given: Partial<Parameters<typeof insertClassroom>[1]> = {},
): Promise<string> {
  const now = clock.now().getTime();
  const startedAt = new Date(now - RECORDED_SECONDS * millisecondsInSecond);
  const room = await insertClassroom(db, { host_id: people.professional, state: 'ended', ...given });
  await db
    .insertInto('recording_spans')
    .values({ id: `rsp_${(serial += 1)}`, classroom_id: room, started_at: startedAt, ended_at: new Date(now) })
    .execute();
  for (const [index, userId] of speakers.entries()) {
    const id = `rec_${(serial += 1)}`;
    await db
      .insertInto('recorded_tracks')
      .values({
        id,
        classroom_id: room,
        user_id: userId,
        kind: 'voice',
        track_sid: `TR_${id}`,
        egress_id: `EG_${id}`,
        file: `${room}/${id}.webm`,
        state: 'complete',
        started_at: addSeconds(startedAt, index * 10),
        ended_at: new Date(now),
        created_at: startedAt,
      })
      .execute();
  }
  return room;
}

/** Inserts an archive under review of a recording in which its host spoke. */
export async function insertRecordedArchive(
  api: Pick<TestApp, 'db' | 'clock' | 'people'>,
  given: Partial<Insertable<ArchivesTable>> & { host_id: string },
): Promise<string> {
  const room = await insertRecording(api, [given.host_id], { host_id: given.host_id });
  const now = api.clock.now();
  const review = { source_id: room, published_at: null, review_ends_at: addDays(now, 1) };
  const id = await insertArchive(api, { ...review, ...given });
  await api.db.insertInto('archive_parts').values({ archive_id: id, user_id: given.host_id }).execute();
  await api.db
    .updateTable('recorded_tracks')
    .set({ archive_id: id, collected_at: now })
    .where('classroom_id', '=', room)
    .execute();
  return id;
}
