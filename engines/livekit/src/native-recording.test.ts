import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { dispose, Room } from '@livekit/rtc-node';
import { build } from 'esbuild';
import {
  AccessToken,
  DirectFileOutput,
  EgressClient,
  EgressStatus,
  RoomServiceClient,
  WebhookReceiver,
} from 'livekit-server-sdk';

import { show, speak } from './testing/native-media';
import { readRecorded } from './testing/recorded-file';
import { API_KEY, API_SECRET, closeAll, startTestEngine, type TestEngine, tokenFor } from './testing/start-test-engine';
import { until } from './testing/until';

let folder: string;
let test: TestEngine;
let egress: EgressClient;
let hooks: Server;
const events: { event: string; status: number | undefined; id: string | undefined }[] = [];
let rooms: Room[] = [];

beforeAll(async () => {
  // Inside the repository, so that a program built there finds its packages.
  folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '.cache', 'recording-'));
  const receiver = new WebhookReceiver(API_KEY, API_SECRET);
  hooks = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void receiver.receive(Buffer.concat(parts).toString(), request.headers.authorization).then((told) => {
        if (told.egressInfo)
          events.push({ event: told.event, status: told.egressInfo.status, id: told.egressInfo.egressId });
        response.end();
      });
    });
  });
  hooks.listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  const { port } = hooks.address() as { port: number };
  test = await startTestEngine({ recordingsFolder: folder, webhooks: [`http://127.0.0.1:${port}`] });
  egress = new EgressClient(test.url, API_KEY, API_SECRET);
});
afterEach(async () => {
  await Promise.all(rooms.map((room) => room.disconnect()));
  rooms = [];
});
afterAll(async () => {
  await dispose();
  await closeAll();
  hooks.close();
  await rm(folder, { recursive: true, force: true });
});

async function enter(identity: string, room: string, url = test.url): Promise<Room> {
  const joined = new Room();
  rooms.push(joined);
  await joined.connect(url.replace('http', 'ws'), await tokenFor({ identity, room }), {
    autoSubscribe: true,
    dynacast: false,
  });
  return joined;
}

/** Starts a recording as soon as the track is published. */
async function record(room: string, sid: string, filepath: string, url = test.url) {
  const service = new RoomServiceClient(url, API_KEY, API_SECRET);
  await until(
    async () => (await service.listParticipants(room)).flatMap(({ tracks }) => tracks.map((track) => track.sid)),
    (sids) => sids.includes(sid),
  );
  return new EgressClient(url, API_KEY, API_SECRET).startTrackEgress(room, new DirectFileOutput({ filepath }), sid);
}
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
/** Waits until a file has grown to this size. */
const grown = (path: string, bytes: number) =>
  until(
    () => sizeOf(path),
    (size) => size >= bytes,
  );

it('records voice and picture to files of their own, which tell when they began', async () => {
  const hana = await enter('hana', 'class');
  const [voice, picture] = [await speak(hana), await show(hana)];
  const started = await Promise.all([
    record('class', voice.sid, 'class/voice'),
    record('class', picture.sid, 'class/picture'),
  ]);
  expect(started.map(({ status }) => status)).toEqual([EgressStatus.EGRESS_STARTING, EgressStatus.EGRESS_STARTING]);
  await grown(join(folder, 'class/voice.webm'), 20_000);
  await grown(join(folder, 'class/picture.webm'), 5_000);
  expect((await egress.listEgress({ roomName: 'class', active: true })).map(({ status }) => status)).toEqual([
    EgressStatus.EGRESS_ACTIVE,
    EgressStatus.EGRESS_ACTIVE,
  ]);
  const [sound, video] = await Promise.all(started.map(({ egressId }) => egress.stopEgress(egressId)));
  const files = [sound, video].map((info) => info?.fileResults[0]);
  expect(files.map((file) => file?.filename)).toEqual(['class/voice.webm', 'class/picture.webm']);
  for (const file of files) {
    const recorded = await readRecorded(join(folder, file?.filename ?? ''));
    expect(recorded.firstAt).toBe(0);
    expect(Number(file?.duration) / 1e9).toBeCloseTo(recorded.lastAt, 1);
    expect(Math.abs(Number((file?.startedAt ?? 0n) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
    expect(Number(file?.size)).toBe(await sizeOf(join(folder, file?.filename ?? '')));
  }
  expect(await readRecorded(join(folder, 'class/voice.webm'))).toMatchObject({ kind: 'audio', codec: 'opus' });
  expect(await readRecorded(join(folder, 'class/picture.webm'))).toMatchObject({ kind: 'video', codec: 'vp8' });
  expect((await readRecorded(join(folder, 'class/voice.webm'))).longestGap).toBeLessThan(0.2);
  const told = await until(
    () => events.filter(({ id }) => id === sound?.egressId).map(({ event, status }) => [event, status]),
    ({ length }) => length === 3,
  );
  expect(told).toEqual([
    ['egress_started', EgressStatus.EGRESS_STARTING],
    ['egress_updated', EgressStatus.EGRESS_ACTIVE],
    ['egress_ended', EgressStatus.EGRESS_COMPLETE],
  ]);
  await Promise.all([voice.stop(), picture.stop()]);
});

it('writes nothing of participants whose tracks were not named', async () => {
  const [hana, ken] = [await enter('hana', 'named'), await enter('ken', 'named')];
  const [named, other] = [await speak(hana), await speak(ken)];
  const { egressId } = await record('named', named.sid, 'named/hana');
  await grown(join(folder, 'named/hana.webm'), 10_000);
  await egress.stopEgress(egressId);
  expect(await readdir(join(folder, 'named'))).toEqual(['hana.webm']);
  await Promise.all([named.stop(), other.stop()]);
});

it('ends with the track, and after the recording nothing more is written', async () => {
  const hana = await enter('hana', 'leaving');
  const voice = await speak(hana);
  const { egressId } = await record('leaving', voice.sid, 'leaving/hana');
  await grown(join(folder, 'leaving/hana.webm'), 10_000);
  await test.rooms.removeParticipant('leaving', 'hana');
  const [ended] = await until(
    () => egress.listEgress({ egressId }),
    ([info]) => info?.status === EgressStatus.EGRESS_COMPLETE,
  );
  expect(ended?.status).toBe(EgressStatus.EGRESS_COMPLETE);
  const size = await sizeOf(join(folder, 'leaving/hana.webm'));
  expect(Number(ended?.fileResults[0]?.size)).toBe(size);
  await voice.stop();
});

it('leaves out what is said while muted', async () => {
  const hana = await enter('hana', 'muted');
  const voice = await speak(hana);
  const { egressId } = await record('muted', voice.sid, 'muted/hana');
  const path = join(folder, 'muted/hana.webm');
  await grown(path, 10_000);
  await test.rooms.mutePublishedTrack('muted', 'hana', voice.sid, true);
  const size = await sizeOf(path);
  // A recording that still received packets would have grown by now: others' media flow on.
  const ken = await enter('ken', 'muted');
  const other = await speak(ken);
  await record('muted', other.sid, 'muted/ken');
  await grown(join(folder, 'muted/ken.webm'), 20_000);
  expect(await sizeOf(path)).toBeLessThan(size + 2000);
  await egress.stopEgress(egressId);
  await Promise.all([voice.stop(), other.stop()]);
});

it('tells that a track never sent anything', async () => {
  const hana = await enter('hana', 'silent');
  const voice = await speak(hana);
  await test.rooms.mutePublishedTrack('silent', 'hana', voice.sid, true);
  const { egressId } = await record('silent', voice.sid, 'silent/hana');
  expect(await egress.stopEgress(egressId)).toMatchObject({ status: EgressStatus.EGRESS_ABORTED, fileResults: [] });
  expect(await sizeOf(join(folder, 'silent/hana.webm'))).toBe(0);
  await voice.stop();
});

it('fails when the file exists, and leaves that file as it is', async () => {
  const hana = await enter('hana', 'twice');
  const voice = await speak(hana);
  const first = await record('twice', voice.sid, 'twice/hana');
  await grown(join(folder, 'twice/hana.webm'), 5000);
  const second = await record('twice', voice.sid, 'twice/hana');
  const [failed] = await until(
    () => egress.listEgress({ egressId: second.egressId }),
    ([info]) => info?.status === EgressStatus.EGRESS_FAILED,
  );
  expect(failed).toMatchObject({ status: EgressStatus.EGRESS_FAILED, error: 'EEXIST' });
  expect((await egress.stopEgress(first.egressId)).status).toBe(EgressStatus.EGRESS_COMPLETE);
  await voice.stop();
});

it.each(['../outside', '/etc/outside', 'a/../../b', 'a//b', '', 'a/b.mp4', 'a\0b', 'a/b/c/d/e/f'])(
  'refuses the path %j',
  async (filepath) => {
    const hana = await enter('hana', 'paths');
    const voice = await speak(hana);
    await expect(record('paths', voice.sid, filepath)).rejects.toMatchObject({ status: 400 });
    await voice.stop();
  },
);

it('is refused without the right to record and for unknown tracks', async () => {
  const grants = new AccessToken(API_KEY, API_SECRET);
  grants.addGrant({ roomAdmin: true, room: 'class', roomCreate: true });
  const response = await fetch(`${test.url}/twirp/livekit.Egress/ListEgress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await grants.toJwt()}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(401);
  await expect(
    egress.startTrackEgress('class', new DirectFileOutput({ filepath: 'a' }), 'TR_nothing'),
  ).rejects.toMatchObject({ status: 404 });
  await expect(egress.stopEgress('EG_nothing')).rejects.toMatchObject({ status: 404 });
});

describe('a killed process', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('leaves files that play to what was received last', async () => {
    const script = join(folder, 'program.mjs');
    await build({
      stdin: {
        contents: `import { startTestEngine } from './start-test-engine';
          const { url } = await startTestEngine({ recordingsFolder: process.argv[2] });
          process.stdout.write(url);`,
        resolveDir: join(import.meta.dirname, 'testing'),
        loader: 'ts',
      },
      outfile: script,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
    child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const ofChild = new EgressClient(String(url), API_KEY, API_SECRET);
    const hana = await enter('hana', 'killed', String(url));
    const [voice, picture] = [await speak(hana), await show(hana)];
    await record('killed', voice.sid, 'killed/voice', String(url));
    await record('killed', picture.sid, 'killed/picture', String(url));
    await grown(join(folder, 'killed/voice.webm'), 40_000);
    await grown(join(folder, 'killed/picture.webm'), 5000);
    const killedAt = Date.now();
    const running = await ofChild.listEgress({ active: true });
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const [name, kind] of [
      ['voice', 'audio'],
      ['picture', 'video'],
    ] as const) {
      const recorded = await readRecorded(join(folder, `killed/${name}.webm`));
      const { startedAt = 0n } = running.find(({ request }) => JSON.stringify(request.value).includes(name)) ?? {};
      const lengthMs = killedAt - Number(startedAt / 1_000_000n);
      expect(recorded.kind).toBe(kind);
      expect(recorded.packets).toBeGreaterThan(10);
      expect(recorded.lastAt * 1000).toBeGreaterThan(lengthMs - 2000);
    }
    await Promise.all([voice.stop(), picture.stop()]);
  });
});
