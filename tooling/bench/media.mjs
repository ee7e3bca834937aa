import { fork } from 'node:child_process';
import { once } from 'node:events';

import { buildServer } from '../build/build-server.mjs';
import { inRoot } from '../root.mjs';
import { browsers } from './media/browsers.mjs';
import { load, median, percentile, printVerdicts } from './support/figures.mjs';

/** CPU per forwarded packet of the engine, as a multiple of the bare pipe's in the same run. */
const MAX_RATIO = 1.15;
/** Of one camera of 1 Mbps with 50 listeners. */
const MAX_CORE_SHARE = 0.15;
const MAX_MEGABYTES = 120;
/** Join time at the 95th percentile with ten clients at once, as a multiple of one client's. */
const MAX_JOIN_RATIO = 3;
/** Longest wait of any of 50 clients that join within five seconds. */
const MAX_JOIN_MS = 3000;

/** Memory at the end as a multiple of that after the first part of the people has come and gone. */
const MAX_GROWTH = 1.05;

const parts = { forwarding, joins, memory, browsers };

/** All parts, or only the one named by BENCH_PART. */
export async function bench() {
  const wished = process.env['BENCH_PART'];
  if (wished && !(wished in parts)) throw new Error(`BENCH_PART is one of ${Object.keys(parts).join(', ')}`);
  const scripts = Object.fromEntries(
    await Promise.all(['forwarding', 'forwarder-process', 'joins', 'coming-and-going', 'engine-process'].map(build)),
  );
  let holds = true;
  for (const [name, measure] of Object.entries(parts)) {
    if (wished && wished !== name) continue;
    console.log(`${name}, ${load()}`);
    holds = (await measure(scripts)) && holds;
  }
  return holds;
}

async function build(name) {
  const outfile = inRoot(`.cache/bench/bench-media-${name}.mjs`);
  await buildServer({ entry: inRoot(`tooling/bench/media/${name}.ts`), outfile });
  return [name, outfile];
}

/** Runs a measuring program and returns the results that it sends. */
async function run(script, ...parameters) {
  const child = fork(script, parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Elsewhere LiveKit's native client logs every step.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    const [results] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The measurement ended with ${code}.`);
      }),
    ]);
    return results;
  } finally {
    child.kill('SIGKILL');
  }
}

/** CPU and memory of forwarding voice and video, beside those of the bare pipe. */
async function forwarding(scripts) {
  const verdicts = [];
  for (const { listeners, bare, engine } of await run(scripts['forwarding'], scripts['forwarder-process'])) {
    const of = (rounds, name) => median(rounds.map((round) => round[name]));
    const show = (name, rounds) =>
      console.log(
        `  ${listeners} listeners, ${name}: ${of(rounds, 'microseconds').toFixed(1)} µs a packet, ${Math.round(of(rounds, 'packetsPerSecond'))} packets/s, ${(of(rounds, 'coreShare') * 100).toFixed(1)} % of a core, ${of(rounds, 'megabytes').toFixed(0)} MB`,
      );
    show('bare pipe', bare);
    show('engine   ', engine);
    const ratio = of(engine, 'microseconds') / of(bare, 'microseconds');
    verdicts.push([
      `${listeners} listeners: ${ratio.toFixed(2)} of the bare pipe; at most ${MAX_RATIO}`,
      ratio <= MAX_RATIO,
    ]);
    if (listeners !== 50) continue;
    const share = of(engine, 'coreShare');
    const megabytes = of(engine, 'megabytes');
    verdicts.push([
      `a camera of 1 Mbps and a voice to 50: ${(share * 100).toFixed(1)} % of a core; at most ${MAX_CORE_SHARE * 100} %`,
      share <= MAX_CORE_SHARE,
    ]);
    verdicts.push([`${megabytes.toFixed(0)} MB; at most ${MAX_MEGABYTES} MB`, megabytes <= MAX_MEGABYTES]);
  }
  return printVerdicts(verdicts);
}

/** Joins of LiveKit's native client, alone and many at once. */
async function joins(scripts) {
  const { single, burst, stream } = await run(scripts['joins'], scripts['engine-process']);
  const one = median(single.server);
  const p95 = percentile(burst.server, 0.95);
  const slowest = Math.max(...stream.client);
  const show = (name, { server, client }) =>
    console.log(
      `  ${name}: engine p50 ${median(server).toFixed(0)} ms, p95 ${percentile(server, 0.95).toFixed(0)} ms; client p50 ${median(client).toFixed(0)} ms, slowest ${Math.max(...client).toFixed(0)} ms`,
    );
  show('one at a time  ', single);
  show('ten at once    ', burst);
  show('50 in 5 seconds', stream);
  return printVerdicts([
    [
      `ten at once: p95 ${(p95 / one).toFixed(1)} times that of one; at most ${MAX_JOIN_RATIO}`,
      p95 / one <= MAX_JOIN_RATIO,
    ],
    [`50 in 5 seconds: the slowest waits ${slowest.toFixed(0)} ms; at most ${MAX_JOIN_MS} ms`, slowest <= MAX_JOIN_MS],
    [`${stream.client.length} of 50 have joined`, stream.client.length === 50],
  ]);
}

/** Memory of the engine while people come and go. */
async function memory(scripts) {
  const { megabytes, joins: count } = await run(scripts['coming-and-going'], scripts['engine-process']);
  // During the first 300 joins the heap grows to the size that it keeps. Medians, because the collector decides when it
  // gives memory back.
  const sixth = Math.floor(megabytes.length / 6);
  const early = median(megabytes.slice(2 * sixth, 3 * sixth));
  const late = median(megabytes.slice(-sixth));
  console.log(
    `  ${count} joins: ${early.toFixed(1)} MB after the first ${count / 2}, ${late.toFixed(1)} MB at the end`,
  );
  return printVerdicts([
    [`memory: ${(late / early).toFixed(3)} of the early one; at most ${MAX_GROWTH}`, late / early <= MAX_GROWTH],
  ]);
}
