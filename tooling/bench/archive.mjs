import { execFile, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { buildServer } from '../build/build-server.mjs';
import { startPostgres } from '../dev/postgres/postgres.mjs';
import { freePort } from '../free-port.mjs';
import { inRoot } from '../root.mjs';
import { requestSteadily } from './archive/steady-requests.mjs';
import { answerOf, signUp } from './support/calls.mjs';
import { watchCpu } from './support/cpu-time.mjs';
import { load, printVerdicts } from './support/figures.mjs';
import { watchMemory } from './support/watched-process.mjs';

/** Length of the recording. ARCHIVE_MINUTES=45 is a whole class. */
const MINUTES = Number(process.env['ARCHIVE_MINUTES'] ?? 6);
const SECONDS = MINUTES * 60;
/** Maximum share of the recording's length that composing may take. */
const MAX_SHARE_OF_LENGTH = 0.5;
const MAX_BYTES = 400 * 1024 * 1024;
const MAX_SLOWDOWN = { p50: 1.3, p99: 2 };
/** Maximum CPU time beside plain ffmpeg: with the libraries from npm, and with the program itself. */
const MAX_CPU = { libraries: 2.2, program: 1.2 };
const IDLE_MS = 20_000;
/** A session without its page's refreshing lasts 30 minutes; long recordings take longer. */
const NEW_READER_EVERY_MS = 20 * 60_000;
const PROGRAM = process.env['FFMPEG_PATH'] || 'ffmpeg';
const hasProgram = spawnSync(PROGRAM, ['-version']).status === 0;

const built = (name) => inRoot(`.cache/bench/archive-${name}.mjs`);

/**
 * Benchmarks the composer of archives with a moving screen and two voices: time, memory and CPU beside plain ffmpeg, and
 * how much slower a call of the api becomes meanwhile.
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-bench-'));
  await buildServer({ entry: inRoot('engines/composer/src/program.ts'), outfile: built('composer') });
  await buildServer({ entry: inRoot('engines/composer/src/testing/media-lab.ts'), outfile: built('lab') });
  await buildServer({ entry: inRoot('tooling/bench/api/servers.ts'), outfile: built('servers') });
  const postgres = await startPostgres({ dataDir: folder });
  let product;
  let readers;
  try {
    console.log(`  recording ${MINUTES} minutes of one screen and two voices`);
    const tracks = await record(folder);
    const port = await freePort();
    const logs = await open(join(folder, 'product.log'), 'w');
    product = fork(built('servers'), ['product', postgres.url, folder], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', logs.fd, 'inherit', 'ipc'],
    });
    await answerOf(product);
    const target = { port, path: '/v1/classrooms', headers: { cookie: await signUp(port) } };
    readers = setInterval(async () => {
      target.headers.cookie = await signUp(port);
    }, NEW_READER_EVERY_MS);
    console.log(`  ${load()}`);
    return printVerdicts(await measure(folder, tracks, target));
  } finally {
    clearInterval(readers);
    product?.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder, tracks, target) {
  const { answers: before } = await steadily(target, () => pause(IDLE_MS));
  const { answers: during, result: libraries } = await steadily(target, () =>
    compose(folder, 'libraries', tracks, { FFMPEG_PATH: '/nowhere/ffmpeg' }),
  );
  const share = libraries.seconds / SECONDS;
  console.log(`  GET /v1/classrooms, 50 a second: ${latency(before)} before, ${latency(during)} meanwhile`);
  console.log(`  libraries from npm: ${work(libraries)}`);
  return [
    [`ready after ${share.toFixed(2)} of its length; at most ${MAX_SHARE_OF_LENGTH}`, share <= MAX_SHARE_OF_LENGTH],
    [
      `memory at most ${Math.round(libraries.bytes / 1024 / 1024)} MB; at most ${MAX_BYTES / 1024 / 1024}`,
      libraries.bytes <= MAX_BYTES,
    ],
    ...['p50', 'p99'].map((name) => {
      const slowdown = during[name] / before[name];
      const text = `GET /v1/classrooms meanwhile: ${name} ${slowdown.toFixed(2)} times of before; at most ${MAX_SLOWDOWN[name]}`;
      return [text, slowdown <= MAX_SLOWDOWN[name]];
    }),
    ...(await besideProgram(folder, tracks, libraries)),
  ];
}

/** Compares the CPU time with that of plain ffmpeg, which makes the same two renditions of the same files. */
async function besideProgram(folder, tracks, libraries) {
  if (!hasProgram) {
    console.log('  skipped: CPU time beside plain ffmpeg, because no ffmpeg is installed');
    return [];
  }
  const plain = await transcode(folder, tracks);
  const program = await compose(folder, 'program', tracks, { FFMPEG_PATH: PROGRAM });
  console.log(`  plain ffmpeg: ${work(plain)}`);
  console.log(`  ffmpeg in the composer: ${work(program)}`);
  return Object.entries({ libraries, program }).map(([name, { cpu }]) => {
    const ratio = cpu / plain.cpu;
    return [
      `CPU time with ${name}: ${ratio.toFixed(2)} of plain ffmpeg; at most ${MAX_CPU[name]}`,
      ratio <= MAX_CPU[name],
    ];
  });
}

const latency = ({ p50, p99 }) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const work = ({ seconds, cpu, bytes }) =>
  `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${Math.round(bytes / 1024 / 1024)} MB`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function steadily(target, whileRequesting) {
  const requests = requestSteadily(target);
  const result = await whileRequesting();
  return { result, answers: await requests.stop() };
}

/** Records a screen on which something always moves, and two people who take turns every ten seconds. */
async function record(folder) {
  const voice = (frequency, isSecond) =>
    `sine=f=${frequency}:r=48000:d=${SECONDS},volume='0.4*eq(mod(floor(t/10),2),${isSecond})':eval=frame`;
  const made = [
    { kind: 'screen', personId: 'host', graph: `testsrc2=size=1280x720:rate=15:duration=${SECONDS}` },
    { kind: 'voice', personId: 'host', graph: voice(300, 0) },
    { kind: 'voice', personId: 'guest', graph: voice(440, 1) },
  ].map((each, index) => ({ ...each, path: join(folder, `track-${index}.webm`) }));
  const make = made.map(({ kind, graph, path }) => ({ graph, path, kind: kind === 'screen' ? 'video' : 'audio' }));
  await promisify(execFile)(process.execPath, [built('lab'), JSON.stringify({ make })]);
  return made.map(({ kind, personId, path }) => ({ kind, personId, file: path, from: 0, until: SECONDS }));
}

/** Runs the composer as the product does. */
async function compose(folder, name, tracks, env) {
  const child = spawn(process.execPath, [built('composer')], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const composition = { tracks, speeches: [], hostId: 'host', from: 0, until: SECONDS };
  child.stdin.end(JSON.stringify({ composition, folder: join(folder, name) }));
  let last = '';
  createInterface(child.stdout).on('line', (line) => {
    last = line;
  });
  const watched = await watch(child);
  if (!('composed' in JSON.parse(last || '{}'))) throw new Error(`The composer ended with: ${last}`);
  return watched;
}

async function transcode(folder, [screen, ...voices]) {
  const size = '[0:v]fps=15,split[large][whole];[whole]scale=640:360[small]';
  const sound = `${voices.map((_voice, index) => `[${index + 1}:a]`).join('')}amix=inputs=${voices.length}:normalize=0,asplit[a][b]`;
  const picture = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-sc_threshold', '0', '-threads', '2'];
  const rendition = (map, quality, rate, audio, name) => [
    ...['-map', map, '-map', audio, ...picture, '-crf', quality, '-maxrate', rate, '-bufsize', rate],
    ...['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', join(folder, name)],
  ];
  const child = spawn(
    PROGRAM,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
      ...[screen, ...voices].flatMap(({ file }) => ['-i', file]),
      ...['-filter_complex', `${size};${sound}`],
      ...rendition('[large]', '24', '1600k', '[a]', 'plain-large.mp4'),
      ...rendition('[small]', '26', '400k', '[b]', 'plain-small.mp4'),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return watch(child);
}

/** Waits for the end of a process. Returns its duration, CPU time and largest memory. */
async function watch(child) {
  const began = performance.now();
  const [cpu, memory] = [watchCpu(child.pid), watchMemory(child.pid)];
  const [code] = await once(child, 'close');
  const watched = { seconds: (performance.now() - began) / 1000, cpu: cpu.stop(), bytes: (await memory.stop()) ?? NaN };
  if (code !== 0) throw new Error(`A program of the benchmark ended with ${code}.`);
  return watched;
}
