import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createStorage } from '../../platform/storage/create-storage';
import { testMedia } from '../../testing/media/test-media';
import { until } from '../../testing/media/until';
import { insertCategories, insertLiveRoom } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { signWebhook, startLivekitStandIn } from './testing/livekit-stand-in';
import { createTestComposer } from './testing/test-composer';

let world: TestApp;
let livekit: Awaited<ReturnType<typeof startLivekitStandIn>>;
let composer: Awaited<ReturnType<typeof createTestComposer>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'egress-'));
  composer = await createTestComposer();
  livekit = await startLivekitStandIn(() => world.clock.now());
  world = await startTestApp({
    env: {
      ...testMedia,
      LIVEKIT_URL: livekit.url,
      LIVEKIT_EGRESS: 'on',
      DATA_DIR: dataDir,
      COMPOSER_SCRIPT: composer.script,
    },
  });
  await insertCategories(world.db);
});
afterAll(async () => {
  await world.close();
  await livekit.close();
  await composer.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends a webhook of LiveKit's. */
async function postWebhook(event: object, secret?: string): Promise<number> {
  const body = JSON.stringify(event);
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: '/v1/webhooks/media',
    headers: { 'content-type': 'application/webhook+json', authorization: await signWebhook(body, secret) },
    payload: body,
  });
  return statusCode;
}

it('makes an archive of the files that LiveKit has uploaded, as its signed webhooks report', async () => {
  // The length of the archive must not hold the time that a busy machine takes for the calls.
  world.clock.set(world.clock.now());
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, all_users: true }, world.clock.now());
  const host = world.as('professional');
  expect((await host.patch(`/classrooms/${id}`, { recording: true })).status).toBe(200);
  expect(
    (await host.post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'device-host', takeOver: true }))
      .status,
  ).toBeLessThan(300);
  livekit.participants.set(id, [
    {
      identity: world.people.professional,
      tracks: [
        { sid: 'TR_mic', source: 'MICROPHONE' },
        { sid: 'TR_screen', source: 'SCREEN_SHARE' },
      ],
    },
  ]);
  expect(await postWebhook({ event: 'track_published', room: { name: id } })).toBe(200);
  await until(
    async () => {
      // A first attempt that fails is repeated by its job.
      await world.runJobs();
      return livekit.egresses.length;
    },
    (count) => count === 2,
  );
  expect(livekit.egresses.map(({ track }) => track.trackId).sort()).toEqual(['TR_mic', 'TR_screen']);

  world.clock.advance(60_000);
  const storage = createStorage(world.env.storageUrl);
  for (const egress of livekit.egresses) {
    const extension = egress.track.trackId === 'TR_mic' ? '.ogg' : '.webm';
    expect(egress.track.file.filepath).toMatch(new RegExp(`^recordings/${id}/[\\w-]+$`));
    await storage.put(`${egress.track.file.filepath}${extension}`, Buffer.from(egress.track.trackId), 'audio/ogg');
    livekit.complete(egress, extension);
  }
  livekit.participants.clear();
  expect((await host.delete(`/classrooms/${id}`)).status).toBe(204);
  const ended = { event: 'egress_ended', egressInfo: { egressId: 'EG_1', roomName: id, status: 'EGRESS_COMPLETE' } };
  expect(await postWebhook(ended, 'a secret that is not the one of the media server')).toBe(400);
  expect(await postWebhook(ended)).toBe(200);
  const archive = await until(
    async () => {
      await world.runJobs();
      return world.db.selectFrom('archives').selectAll().where('source_id', '=', id).executeTakeFirst();
    },
    (found) => found?.state === 'ready',
  );
  expect(archive).toMatchObject({ state: 'ready', published_at: null, duration_seconds: 60 });

  const composed = await composer.read(
    join(fileURLToPath(world.env.storageUrl), 'archives', archive?.id ?? '', 'v1', 'video.mp4'),
  );
  const [screen, voice] = composed.tracks.toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect([screen, voice]).toMatchObject([
    { kind: 'screen', file: expect.stringMatching(/\.webm$/), personId: world.people.professional },
    { kind: 'voice', file: expect.stringMatching(/\.ogg$/), personId: world.people.professional },
  ]);
  expect(await readFile(voice?.file ?? '', 'utf8')).toBe('TR_mic');
});
