import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { MediaEnv } from '../../media-env';
import { type MediaApp, startMediaApp } from '../../testing/media/media-app';
import { closeClients, connect, type MediaClient } from '../../testing/media/media-clients';
import { until } from '../../testing/media/until';
import { clearContent, insertCategories, insertLiveRoom } from '../../testing/rows';
import type { Caller } from '../../testing/start-test-app';
import { createMediaServer } from '../classrooms/media/media-server';
import { createRecordingFollower, type RecordingFollower } from './recording-follower.service';
import { createRecordingsRepository } from './recordings.repository';

let world: MediaApp;
let folder: string;
let follower: RecordingFollower;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  world = await startMediaApp({ recordingsFolder: folder });
  await insertCategories(world.db);
  follower = createRecordingFollower({
    server: createMediaServer(world.env.media as MediaEnv),
    recordings: createRecordingsRepository(world.db),
    folder: '',
    onComplete: () => Promise.resolve(),
    clock: world.clock,
  });
  await world.db
    .updateTable('users')
    .set({ birth_date: '2010-06-01' })
    .where('id', '=', world.people.otherStudent)
    .execute();
});
afterEach(async () => {
  await closeClients();
  await clearContent(world.db);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const room = () =>
  insertLiveRoom(world.db, { host_id: world.people.professional, recording: true, all_users: true }, world.clock.now());
async function speak(caller: Caller, id: string, recordingConsent = true): Promise<MediaClient> {
  const { body } = await world
    .as(caller)
    .post(`/classrooms/${id}/join`, { recordingConsent, deviceId: `device-${caller}`, takeOver: true });
  const client = await connect(body.token);
  await client.publish('mic');
  return client;
}
const tracksOf = (id: string) =>
  world.db.selectFrom('recorded_tracks').selectAll().where('classroom_id', '=', id).orderBy('created_at').execute();
const set = (id: string, values: { recording?: boolean; state?: 'ended' }) =>
  world.db.updateTable('classrooms').set(values).where('id', '=', id).execute();
/** Follows the room until its tracks are as expected. */
const followed = (id: string, isRight: (tracks: Awaited<ReturnType<typeof tracksOf>>) => boolean) =>
  until(async () => {
    await follower.follow(id);
    return tracksOf(id);
  }, isRight);

it('records adults who have agreed, and nobody else', async () => {
  const id = await room();
  await speak('professional', id);
  await speak('adult', id);
  await speak('otherStudent', id);
  await speak('otherAdult', id);
  await world.db
    .updateTable('classroom_users')
    .set({ recording_consent_at: null })
    .where('user_id', 'in', [world.people.otherAdult, world.people.professional])
    .execute();
  const tracks = await followed(id, (found) => found.filter(({ state }) => state === 'active').length === 2);
  expect(tracks.map(({ user_id: userId, kind, state }) => [userId, kind, state]).sort()).toEqual(
    [
      [world.people.adult, 'voice', 'active'],
      [world.people.professional, 'voice', 'active'],
    ].sort(),
  );
  expect((await readdir(join(folder, id))).sort()).toEqual(tracks.map((track) => `${track.id}.webm`).sort());
});

it('ends when the host turns it off, and continues in new files', async () => {
  const id = await room();
  await speak('professional', id);
  await followed(id, ([track]) => track?.state === 'active');
  await set(id, { recording: false });
  const [ended] = await followed(id, ([track]) => track?.state === 'complete');
  expect(ended).toMatchObject({ state: 'complete', started_at: expect.any(Date), ended_at: expect.any(Date) });
  await set(id, { recording: true });
  const tracks = await followed(id, (found) => found[1]?.state === 'active');
  expect(tracks.map(({ state }) => state)).toEqual(['complete', 'active']);
  const spans = await world.db.selectFrom('recording_spans').selectAll().where('classroom_id', '=', id).execute();
  expect(spans.map((span) => span.ended_at === null).sort()).toEqual([false, true]);
});

it('notes as many tracks as there are, each once', async () => {
  const id = await room();
  const recordings = createRecordingsRepository(world.db);
  const add = (trackSid: string) =>
    recordings.add({ classroomId: id, userId: world.people.adult, kind: 'voice', trackSid, now: world.clock.now() });
  // One connection prepares the statement and plans it anew after five calls.
  for (let index = 0; index < 20; index += 1) expect(await add(`TR_${index}`)).not.toBeNull();
  expect(await add('TR_0')).toBeNull();
  expect(await tracksOf(id)).toHaveLength(20);
});

it('stops recording somebody who takes their consent back', async () => {
  const id = await room();
  await speak('adult', id);
  await followed(id, ([track]) => track?.state === 'active');
  await world.db
    .updateTable('classroom_users')
    .set({ recording_consent_at: null })
    .where('user_id', '=', world.people.adult)
    .execute();
  const tracks = await followed(id, ([track]) => track?.state === 'complete');
  expect(tracks.map(({ state }) => state)).toEqual(['complete']);
});

it('keeps what was recorded when the media server dies', async () => {
  const id = await room();
  const client = await speak('professional', id);
  await followed(id, ([track]) => track?.state === 'active');
  await world.media.stop();
  await world.media.start();
  await until(() => !client.isConnected, Boolean);
  const [track] = await followed(id, ([found]) => found?.state === 'complete');
  expect(track).toMatchObject({ state: 'complete', started_at: expect.any(Date), ended_at: expect.any(Date) });
});

it('closes the span when the room ends', async () => {
  const id = await room();
  await speak('professional', id);
  await followed(id, ([track]) => track?.state === 'active');
  await set(id, { state: 'ended' });
  await followed(id, ([track]) => track?.state === 'complete');
  const [span] = await world.db.selectFrom('recording_spans').selectAll().where('classroom_id', '=', id).execute();
  expect(span?.ended_at).toBeInstanceOf(Date);
});
