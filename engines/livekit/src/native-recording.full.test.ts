import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';
import { EgressClient, EgressStatus } from 'livekit-server-sdk';

import { show, speak } from './testing/native-media';
import { readRecorded } from './testing/recorded-file';
import { type RecordingLab, startRecordingLab } from './testing/recording-lab';
import { API_KEY, API_SECRET } from './testing/start-test-engine';
import { until } from './testing/until';

let lab: RecordingLab;
beforeAll(async () => {
  lab = await startRecordingLab();
});
afterEach(() => lab.leaveAll());
afterAll(() => lab.close());

it('records voice and video to separate files, and reports when each began', async () => {
  const hana = await lab.enter('hana', 'class');
  const [voice, picture] = [await speak(hana), await show(hana)];
  const started = await Promise.all([
    lab.record('class', voice.sid, 'class/voice'),
    lab.record('class', picture.sid, 'class/picture'),
  ]);
  expect(started.map(({ status }) => status)).toEqual([EgressStatus.EGRESS_STARTING, EgressStatus.EGRESS_STARTING]);
  await lab.grown('class/voice.webm', 20_000);
  await lab.grown('class/picture.webm', 5_000);
  expect((await lab.egress.listEgress({ roomName: 'class', active: true })).map(({ status }) => status)).toEqual([
    EgressStatus.EGRESS_ACTIVE,
    EgressStatus.EGRESS_ACTIVE,
  ]);
  const [sound, video] = await Promise.all(started.map(({ egressId }) => lab.egress.stopEgress(egressId)));
  const files = [sound, video].map((info) => info?.fileResults[0]);
  expect(files.map((file) => file?.filename)).toEqual(['class/voice.webm', 'class/picture.webm']);
  for (const file of files) {
    const recorded = await readRecorded(join(lab.folder, file?.filename ?? ''));
    expect(recorded.firstAt).toBe(0);
    expect(Number(file?.duration) / 1e9).toBeCloseTo(recorded.lastAt, 1);
    expect(Math.abs(Number((file?.startedAt ?? 0n) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
    expect(Number(file?.size)).toBe(await lab.sizeOf(file?.filename ?? ''));
  }
  expect(await readRecorded(join(lab.folder, 'class/voice.webm'))).toMatchObject({ kind: 'audio', codec: 'opus' });
  expect(await readRecorded(join(lab.folder, 'class/picture.webm'))).toMatchObject({ kind: 'video', codec: 'vp8' });
  expect((await readRecorded(join(lab.folder, 'class/voice.webm'))).longestGap).toBeLessThan(0.2);
  const results = await until(
    () => lab.events.filter(({ id }) => id === sound?.egressId).map(({ event, status }) => [event, status]),
    ({ length }) => length === 3,
  );
  expect(results).toEqual([
    ['egress_started', EgressStatus.EGRESS_STARTING],
    ['egress_updated', EgressStatus.EGRESS_ACTIVE],
    ['egress_ended', EgressStatus.EGRESS_COMPLETE],
  ]);
  await Promise.all([voice.stop(), picture.stop()]);
});

it('writes nothing of participants whose tracks were not named', async () => {
  const [hana, ken] = [await lab.enter('hana', 'named'), await lab.enter('ken', 'named')];
  const [named, other] = [await speak(hana), await speak(ken)];
  const { egressId } = await lab.record('named', named.sid, 'named/hana');
  await lab.grown('named/hana.webm', 10_000);
  await lab.egress.stopEgress(egressId);
  expect(await readdir(join(lab.folder, 'named'))).toEqual(['hana.webm']);
  await Promise.all([named.stop(), other.stop()]);
});

it('leaves out what is said while muted', async () => {
  const hana = await lab.enter('hana', 'muted');
  const voice = await speak(hana);
  const { egressId } = await lab.record('muted', voice.sid, 'muted/hana');
  const path = 'muted/hana.webm';
  await lab.grown(path, 10_000);
  await lab.test.rooms.mutePublishedTrack('muted', 'hana', voice.sid, true);
  const size = await lab.sizeOf(path);
  // A recording that still received packets would have grown by now: others' media flow on.
  const ken = await lab.enter('ken', 'muted');
  const other = await speak(ken);
  await lab.record('muted', other.sid, 'muted/ken');
  await lab.grown('muted/ken.webm', 20_000);
  expect(await lab.sizeOf(path)).toBeLessThan(size + 2000);
  await lab.egress.stopEgress(egressId);
  await Promise.all([voice.stop(), other.stop()]);
});

it('fails when the file exists, and leaves that file as it is', async () => {
  const hana = await lab.enter('hana', 'twice');
  const voice = await speak(hana);
  const first = await lab.record('twice', voice.sid, 'twice/hana');
  await lab.grown('twice/hana.webm', 5000);
  const second = await lab.record('twice', voice.sid, 'twice/hana');
  const [failed] = await until(
    () => lab.egress.listEgress({ egressId: second.egressId }),
    ([info]) => info?.status === EgressStatus.EGRESS_FAILED,
  );
  expect(failed).toMatchObject({ status: EgressStatus.EGRESS_FAILED, error: 'EEXIST' });
  expect((await lab.egress.stopEgress(first.egressId)).status).toBe(EgressStatus.EGRESS_COMPLETE);
  await voice.stop();
});

describe('a killed process', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('leaves files that play to what was received last', async () => {
    const script = join(lab.folder, 'program.mjs');
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
    child = spawn(process.execPath, [script, lab.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const ofChild = new EgressClient(String(url), API_KEY, API_SECRET);
    const hana = await lab.enter('hana', 'killed', String(url));
    const [voice, picture] = [await speak(hana), await show(hana)];
    await lab.record('killed', voice.sid, 'killed/voice', String(url));
    await lab.record('killed', picture.sid, 'killed/picture', String(url));
    await lab.grown('killed/voice.webm', 40_000);
    await lab.grown('killed/picture.webm', 5000);
    const killedAt = Date.now();
    const running = await ofChild.listEgress({ active: true });
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const [name, kind] of [
      ['voice', 'audio'],
      ['picture', 'video'],
    ] as const) {
      const recorded = await readRecorded(join(lab.folder, `killed/${name}.webm`));
      const { startedAt = 0n } = running.find(({ request }) => JSON.stringify(request.value).includes(name)) ?? {};
      const lengthMs = killedAt - Number(startedAt / 1_000_000n);
      expect(recorded.kind).toBe(kind);
      expect(recorded.packets).toBeGreaterThan(10);
      expect(recorded.lastAt * 1000).toBeGreaterThan(lengthMs - 2000);
    }
    await Promise.all([voice.stop(), picture.stop()]);
  });
});
