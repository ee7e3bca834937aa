import { openRooms } from './load/mix.mjs';
import { sendAtRate } from './load/open-loop.mjs';
import { answerOf } from './support/calls.mjs';
import { cpuSecondsOf } from './support/cpu-time.mjs';
import { load, percentile, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

const PER_SECOND = 200;
const PEOPLE = 200;
const SECONDS = 600;
const SHORT_SECONDS = 30;
const WARM_UP_SECONDS = 10;
const LIMITS = { p99Ms: 100, lagMs: 20 };
/** What the heap may grow by, which buffers and caches still fill. */
const HEAP_GROWTH = { share: 1.15, bytes: 16 * 1024 * 1024 };

/**
 * Benchmarks the api under a mix of calls that arrive at a constant rate: `--seconds N` (600) or `--short` (30),
 * `--rate N` a second (200). Server, database and generator share this machine.
 * @param {{ isShort: boolean, seconds?: number, rate?: number }} options
 */
export function bench({ isShort, seconds = isShort ? SHORT_SECONDS : SECONDS, rate = PER_SECOND }) {
  return withHarness(async ({ dataDir, postgres, serve }) => {
    const { child, port, ready } = await serve('load/servers', [postgres.url, dataDir, String(PEOPLE)]);
    const meters = async (message) => {
      child.send(message);
      return answerOf(child);
    };
    const url = `http://localhost:${port}`;
    const next = await openRooms({ url, tokens: ready.tokens });
    await sendAtRate({ url, perSecond: rate, seconds: WARM_UP_SECONDS, next });
    const processes = { product: child.pid, PostgreSQL: postgres.pid };
    const cpu = () => Promise.all(Object.values(processes).map(cpuSecondsOf));
    const [start, cpuBefore] = [await meters('begin'), await cpu()];
    const result = await sendAtRate({ url, perSecond: rate, seconds, next });
    const [cpuAfter, end] = [await cpu(), await meters('figures')];
    const cpuMs = Object.keys(processes).map((name, at) => [name, ((cpuAfter[at] ?? 0) - (cpuBefore[at] ?? 0)) * 1000]);
    return report({ ...result, rate, start, end, cpuMs });
  });
}

function report({ calls, late, sent, ms, rate, start, end, cpuMs }) {
  const all = Object.values(calls);
  const latencies = all.flatMap((call) => call.latencies);
  const failed = all.flatMap((call) => Object.entries(call.failed));
  const inMs = (value) => value.toFixed(1).padStart(8);
  const inMb = (value) => `${(value / 1024 / 1024).toFixed(0)} MB`;
  console.log(`\n${sent} actions at ${rate} a second, ${(ms / 1000).toFixed(0)} s, ${load()}`);
  console.log(`  ${''.padEnd(20)}   count   p50 ms   p99 ms   max ms   bytes`);
  for (const [name, call] of [
    ...Object.entries(calls),
    /** @type {const} */ (['all', { latencies, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) }]),
  ]) {
    const times = [percentile(call.latencies, 0.5), percentile(call.latencies, 0.99), percentile(call.latencies, 1)];
    const bytes = Math.round(call.bytes / call.latencies.length);
    console.log(
      `  ${name.padEnd(20)} ${String(call.latencies.length).padStart(7)} ${times.map(inMs).join(' ')} ${String(bytes).padStart(7)}`,
    );
  }
  console.log(
    `  processor time of an action: ${cpuMs.map(([name, used]) => `${name} ${(used / sent).toFixed(2)} ms`).join(', ')}`,
  );
  console.log(`  memory: ${inMb(start.rss)} -> ${inMb(end.rss)}, used heap ${inMb(start.heap)} -> ${inMb(end.heap)}`);
  console.log(
    `  the generator was late by ${percentile(late, 0.99).toFixed(1)} ms (p99), which counts as the server's`,
  );
  const p99 = percentile(latencies, 0.99);
  const mayBe = start.heap * HEAP_GROWTH.share + HEAP_GROWTH.bytes;
  return printVerdicts([
    [`p99 of all actions: ${p99.toFixed(1)} ms; less than ${LIMITS.p99Ms} ms`, p99 < LIMITS.p99Ms],
    [
      `event-loop lag: p50 ${end.lag.p50.toFixed(1)}, p99 ${end.lag.p99.toFixed(1)} ms, at most ${end.lag.max.toFixed(0)} ms; p99 less than ${LIMITS.lagMs} ms`,
      end.lag.p99 < LIMITS.lagMs,
    ],
    [`memory is flat: the used heap is ${inMb(end.heap)}, at most ${inMb(mayBe)}`, end.heap <= mayBe],
    [`no action fails${failed.length ? `: ${JSON.stringify(failed)}` : ''}`, failed.length === 0],
  ]);
}
