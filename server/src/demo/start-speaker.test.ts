import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { AudioStream, type RemoteTrack, RoomEvent, TrackSource } from '@livekit/rtc-node';
import { build } from 'esbuild';

import { demoSpeaker } from '../../../api/src/demo/speaker/demo-speaker';
import { baseRightsOf } from '../../../api/src/modules/classrooms/media/media-rights';
import { createMediaServer } from '../../../api/src/modules/classrooms/media/media-server';
import { closeClients, connect, type MediaClient } from '../../../api/src/testing/media/media-clients';
import { until } from '../../../api/src/testing/media/until';
import { packagesOutside } from '../../../tooling/build/packages-outside.mjs';
import { type EmbeddedMedia, startMedia } from '../media/media';
import { startSpeaker } from './start-speaker';

const { classroomId, userId } = demoSpeaker;
const LISTENER = baseRightsOf({ role: 'listener', onlyListens: true, awaitsConsent: false });
const LOUD = 3000;

let folder: string;
let engine: EmbeddedMedia;
let server: ReturnType<typeof createMediaServer>;
let stop: () => Promise<void>;
const warnings: string[] = [];
const logger = { warn: (_details: object, message: string) => void warnings.push(message), error: () => undefined };

beforeAll(async () => {
  // Inside the repository, so that its packages can be resolved.
  folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '.cache', 'speaker-'));
  await build({
    entryPoints: {
      'media-engine': join(import.meta.dirname, '..', 'media', 'media-engine.ts'),
      'demo-speaker': join(import.meta.dirname, 'speaker-program.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [packagesOutside],
  });
  const started = await startMedia({
    env: { REALTIME_SECRET: 'a realtime secret for these tests only' },
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:9',
    dataDir: folder,
    script: join(folder, 'media-engine.mjs'),
    logger,
  });
  if (!started) throw new Error('The media engine has not started.');
  engine = started;
  const { LIVEKIT_ENGINE_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = engine.env;
  const media = { kind: 'embedded', apiUrl: url, publicUrl: url, apiKey, apiSecret } as const;
  server = createMediaServer(media);
  stop = await startSpeaker({ media, script: join(folder, 'demo-speaker.mjs'), logger });
});
afterAll(async () => {
  await closeClients();
  await stop();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const tracks = async () => (await server.list(classroomId)).flatMap(({ openTracks }) => openTracks);

const listen = async (identity: string): Promise<MediaClient> =>
  connect({
    url: engine.env.LIVEKIT_ENGINE_URL.replace('http', 'ws'),
    token: await server.sign(classroomId, identity, LISTENER),
  });

/** Waits until the voice is loud: the SDK also emits silent frames. */
async function hear({ room }: MediaClient): Promise<void> {
  const voice = [...room.remoteParticipants.values()]
    .flatMap(({ trackPublications }) => [...trackPublications.values()])
    .find(({ source, track }) => track && source === TrackSource.SOURCE_MICROPHONE)?.track as RemoteTrack;
  const reader = new AudioStream(voice, 48_000, 1).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('The voice ended.');
    if (value.data.some((sample) => sample > LOUD)) return reader.cancel();
  }
}

it('sends nothing to an empty room, and the talk from its beginning to whoever comes', async () => {
  const present = await until(
    () => server.list(classroomId),
    (connections) => connections.length === 2,
  );
  expect(present.map(({ identity }) => identity).sort()).toEqual([userId, `${userId}:video`]);
  expect(await tracks()).toEqual([]);

  const hana = await listen('hana');
  const received = await until(
    () => [...hana.received].sort(),
    (names) => names.length === 2,
  );
  expect(received).toEqual([`${userId} mic`, `${userId}:video screen`]);
  await hear(hana);
  const captions = await until(
    () => hana.data,
    (data) => data.length > 0,
  );
  expect(captions).toEqual([expect.stringMatching(/^\{"text":"ようこそ。.*合成音声.*","isFinal":true\}$/)]);

  await hana.room.disconnect();
  expect(await until(tracks, (open) => open.length === 0)).toEqual([]);
  const ken = await listen('ken');
  expect(
    await until(
      () => ken.data,
      (data) => data.length > 0,
    ),
  ).toEqual(captions);
  expect(warnings).toEqual([]);
});

it('comes back after it was disconnected', async () => {
  const [first] = await server.list(classroomId);
  const reconnected = new Promise<void>((done) => {
    void listen('mori').then(({ room }) => room.on(RoomEvent.ParticipantConnected, () => done()));
  });
  await server.remove(classroomId, first?.identity ?? '');
  await reconnected;
});
