import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type MediaApp, startMediaApp } from '../../testing/media/media-app';
import { closeClients, connect, type MediaClient } from '../../testing/media/media-clients';
import { until } from '../../testing/media/until';
import { clearContent, insertCategories, insertClassroom, insertLiveRoom } from '../../testing/rows';
import type { Caller } from '../../testing/start-test-app';
import { createTestComposer } from './testing/test-composer';

let world: MediaApp;
let composer: Awaited<ReturnType<typeof createTestComposer>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recording-'));
  composer = await createTestComposer();
  world = await startMediaApp({
    recordingsFolder: join(dataDir, 'recordings'),
    env: { DATA_DIR: dataDir, COMPOSER_SCRIPT: composer.script },
  });
  await insertCategories(world.db);
});
afterEach(async () => {
  await closeClients();
  await clearContent(world.db);
});
afterAll(async () => {
  await world.close();
  await composer.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const room = () => insertLiveRoom(world.db, { host_id: world.people.professional, all_users: true }, world.clock.now());
const record = (id: string, recording: boolean, caller: Caller = 'professional') =>
  world.as(caller).patch(`/classrooms/${id}`, { recording });
const agree = (caller: Caller, id: string, agrees: boolean) =>
  world.as(caller).put(`/classrooms/${id}/recording_consent`, { agrees });
async function enter(caller: Caller, id: string, recordingConsent = false): Promise<MediaClient> {
  const { body } = await world
    .as(caller)
    .post(`/classrooms/${id}/join`, { recordingConsent, deviceId: `device-${caller}`, takeOver: true });
  return connect(body.token);
}
async function speak(caller: Caller, id: string): Promise<MediaClient> {
  const client = await enter(caller, id);
  await client.publish('mic');
  return client;
}
const tracksOf = (id: string) =>
  world.db.selectFrom('recorded_tracks').selectAll().where('classroom_id', '=', id).orderBy('created_at').execute();
const activeIn = async (id: string) =>
  (await tracksOf(id)).filter(({ state }) => state === 'active').map((track) => track.user_id);
const mayPublishMic = async (caller: Caller, id: string) =>
  (await world.as(caller).get(`/classrooms/${id}/generate_token`)).body.grants.publishMic;

it('is turned on by the host only, who then is recorded, and by adult hosts only', async () => {
  const id = await room();
  await speak('professional', id);
  await enter('adult', id);
  expect((await record(id, true, 'adult')).body.code).toBe('not_owner');
  expect((await record(id, true)).body).toMatchObject({ recording: true, canRecord: true });
  await until(
    () => activeIn(id),
    (people) => people.length === 1,
  );
  expect(await activeIn(id)).toEqual([world.people.professional]);
  const minors = await insertClassroom(world.db, { host_id: world.people.otherStudent });
  await world.db
    .updateTable('users')
    .set({ birth_date: '2010-06-01' })
    .where('id', '=', world.people.otherStudent)
    .execute();
  expect((await world.as('otherStudent').get(`/classrooms/${minors}`)).body.canRecord).toBe(false);
  expect((await record(minors, true, 'otherStudent')).body.code).toBe('age_restricted');
});

it('silences speakers until they agree, and again when they take it back', async () => {
  const id = await room();
  await speak('professional', id);
  const listener = await enter('otherAdult', id);
  await speak('adult', id);
  const hears = () => [...listener.received].some((name) => name.startsWith(world.people.adult));
  await until(hears, Boolean);
  await record(id, true);
  expect(await until(hears, (isHeard) => !isHeard)).toBe(false);
  expect(await mayPublishMic('adult', id)).toBe(false);
  expect((await world.as('adult').get(`/classrooms/${id}/generate_camera_token`)).body.code).toBe('role_required');

  expect((await agree('adult', id, true)).body).toEqual({
    recordingConsentAt: expect.any(String),
    awaitsConsent: false,
  });
  expect(await mayPublishMic('adult', id)).toBe(true);
  await closeClients();
  await speak('adult', id);
  await until(
    () => activeIn(id),
    (people) => people.includes(world.people.adult),
  );
  expect(await activeIn(id)).toContain(world.people.adult);

  expect((await agree('adult', id, false)).body).toEqual({ recordingConsentAt: null, awaitsConsent: true });
  await until(
    () => activeIn(id),
    (people) => !people.includes(world.people.adult),
  );
  expect(await activeIn(id)).not.toContain(world.people.adult);
  expect((await agree('otherStudent', id, true)).body.code).toBe('not_joined');
});

it('lets minors speak, and never records them', async () => {
  const id = await room();
  await world.db
    .updateTable('users')
    .set({ birth_date: '2010-06-01' })
    .where('id', '=', world.people.otherStudent)
    .execute();
  const host = await speak('professional', id);
  await record(id, true);
  await speak('otherStudent', id);
  await agree('otherStudent', id, true);
  await until(() => [...host.received].some((name) => name.startsWith(world.people.otherStudent)), Boolean);
  await until(
    () => activeIn(id),
    (people) => people.length > 0,
  );
  expect((await tracksOf(id)).map((track) => track.user_id)).toEqual([world.people.professional]);
  expect(await readdir(join(dataDir, 'recordings', id))).toHaveLength(1);
});

it('becomes an archive by itself when the class ends, also when no webhook reports it', async () => {
  const id = await room();
  await speak('professional', id);
  await record(id, true);
  await until(
    () => activeIn(id),
    (people) => people.length === 1,
  );
  expect((await world.as('professional').delete(`/classrooms/${id}`)).status).toBe(204);
  const archive = await until(
    async () => {
      await world.runJobs();
      return world.db.selectFrom('archives').selectAll().where('source_id', '=', id).executeTakeFirst();
    },
    (found) => found?.state === 'ready',
  );
  expect(archive).toMatchObject({ state: 'ready', published_at: null, host_id: world.people.professional });
  const [track] = await tracksOf(id);
  expect(track).toMatchObject({ state: 'complete', archive_id: archive?.id, file: expect.stringMatching(/\.webm$/) });
});
