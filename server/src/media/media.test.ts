import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';
import { AccessToken, DirectFileOutput, EgressClient, RoomServiceClient } from 'livekit-server-sdk';
import { WebSocket } from 'ws';

import { packagesOutside } from '../../../tooling/build/packages-outside.mjs';
import { answersToPipelined } from '../testing/pipelined-requests';
import { type EmbeddedMedia, startMedia } from './media';

let folder: string;
let script: string;
let media: EmbeddedMedia | null = null;
const errors: string[] = [];

beforeAll(async () => {
  // Inside the repository, so that its packages can be resolved.
  folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '.cache', 'media-'));
  script = join(folder, 'media-engine.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'media-engine.ts')],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [packagesOutside],
  });
});
afterEach(async () => {
  await media?.close();
  media = null;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (env: Record<string, string>, host = '127.0.0.1') =>
  startMedia({
    env: { REALTIME_SECRET: 'a realtime secret for these tests only', ...env },
    port: 0,
    host,
    publicUrl: 'http://localhost:3000',
    dataDir: folder,
    script,
    logger: { warn: () => undefined, error: (_details, message) => void errors.push(message) },
  });

async function roomsOf({ env }: EmbeddedMedia): Promise<string[]> {
  const client = new RoomServiceClient(env.LIVEKIT_ENGINE_URL, env.LIVEKIT_API_KEY, env.LIVEKIT_API_SECRET);
  return (await client.listRooms()).map(({ name }) => name);
}

it('restarts within seconds at the same address when its process is killed', async () => {
  media = await start({});
  if (!media) throw new Error('The media engine has not started.');
  const [pid = 0] = media.pids;
  expect(pid).not.toBe(process.pid);
  expect(await roomsOf(media)).toEqual([]);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  while (media.pids[0] === pid || media.pids[0] === undefined || !(await roomsOf(media).catch(() => undefined)))
    await new Promise((next) => {
      setTimeout(next, 50);
    });
  expect(performance.now() - killedAt).toBeLessThan(15_000);
  expect(errors).toEqual(['the media engine has exited and is being restarted']);
});

it('spreads rooms over several processes that look like one server', async () => {
  media = await start({ MEDIA_PROCESSES: '2' });
  if (!media) throw new Error('The media engine has not started.');
  expect(new Set(media.pids).size).toBe(2);
  const { LIVEKIT_ENGINE_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = media.env;
  const client = new RoomServiceClient(url, key, secret);
  const names = Array.from({ length: 8 }, (_, index) => `room ${index}`);
  for (const name of names) await client.createRoom({ name });
  expect((await roomsOf(media)).sort()).toEqual(names);
  // The metrics of an engine are not served to callers of the router.
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  for (const name of names) {
    const token = new AccessToken(key, secret, { identity: 'hana' });
    token.addGrant({ roomJoin: true, room: name });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/rtc?access_token=${await token.toJwt()}`);
    await once(socket, 'message');
    expect((await client.listParticipants(name)).map(({ identity }) => identity)).toEqual(['hana']);
    socket.terminate();
    await client.deleteRoom(name);
  }
  expect(await roomsOf(media)).toEqual([]);
  const egress = new EgressClient(url, key, secret);
  expect(await egress.listEgress()).toEqual([]);
  await expect(egress.stopEgress('EG_nothing')).rejects.toMatchObject({ status: 404 });
  await expect(
    egress.startTrackEgress('room 1', new DirectFileOutput({ filepath: 'a' }), 'TR_nothing'),
  ).rejects.toMatchObject({ status: 404 });
  await expect(new RoomServiceClient(url, key, 'wrong'.repeat(8)).listRooms()).rejects.toMatchObject({ status: 401 });
  // One that sends many requests without waiting for the answers gets none.
  expect(await answersToPipelined(`${url}/rtc/validate`, 17)).toBe(0);
});

it.each([
  ['a LiveKit server is configured', { LIVEKIT_URL: 'wss://media.example' }],
  ['it is turned off', { LIVEKIT_ENGINE: 'off' }],
  ['production does not ask for it', { NODE_ENV: 'production' }],
])('does not start when %s', async (_why, env: Record<string, string>) => {
  expect(await start(env)).toBeNull();
});

it('runs the product without voice and video when the engine cannot start', async () => {
  errors.length = 0;
  expect(await start({}, '203.0.113.1')).toBeNull();
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^voice and video cannot be served on this machine: set LIVEKIT_URL/);
});
