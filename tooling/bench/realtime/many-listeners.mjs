import { answerOf } from '../support/calls.mjs';
import { ask, commit, post, ROOT, SECRET } from './load.mjs';

const LISTENERS = 1000;
const PROCESSES = 2;
const WRITES_PER_SECOND = 10;
const SECONDS = Number(process.env.BENCH_SECONDS || 20);
/** Number of writes before measuring begins, to exclude a cold start. */
const WARM_UP = 20;
const ROUNDS = 2;
/** Maximum latency of the engine relative to a bare broadcast of the same bytes. */
const LIMITS = { p50: 2, p99: 3, cpu: 2 };

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * 1,000 listeners of one collection, 10 writes per second: the engine on PostgreSQL against a bare ws broadcast, in
 * alternating rounds.
 */
export async function manyListeners(harness) {
  const rounds = { engine: [], ws: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of ['ws', 'engine']) {
      const result = await measure(kind, harness, `comments${round}`);
      rounds[kind].push(result);
      console.log(`  round ${round} of ${ROUNDS}, ${line(kind, result)}`);
    }
  }
  return report(rounds);
}

async function measure(kind, { postgres, serve, start }, collection) {
  const { child: server, ready } = await serve('realtime/servers', [kind, postgres.url, SECRET]);
  const { url } = ready;
  const loads = Array.from({ length: PROCESSES }, () => start('realtime/listeners.mjs', { serialization: 'advanced' }));
  try {
    await Promise.all(
      loads.map((load) => {
        load.send({ open: { kind, url, count: LISTENERS / PROCESSES, collection } });
        return answerOf(load);
      }),
    );
    const write = kind === 'engine' ? writeToEngine : broadcast;
    for (let seq = 0; seq < WARM_UP; seq += 1) await write(url, collection, seq, 0);
    const before = await ask(server);
    const began = nowMs();
    const writes = [];
    for (let index = 0; index < WRITES_PER_SECOND * SECONDS; index += 1) {
      await until(began + (index * 1000) / WRITES_PER_SECOND);
      writes.push(write(url, collection, index + WARM_UP, nowMs()));
    }
    await Promise.all(writes);
    // The last deliveries are still in transit.
    await new Promise((done) => {
      setTimeout(done, 1500);
    });
    const after = await ask(server);
    const parts = await Promise.all(
      loads.map((load) => {
        load.send({ finish: true });
        return answerOf(load);
      }),
    );
    return summary(parts, after.cpuMicros - before.cpuMicros, after.rss);
  } finally {
    for (const child of [server, ...loads]) child.kill();
  }
}

/** Waits until a write is due: writes are sent on schedule, whether or not the last one has been acknowledged. */
const until = (due) =>
  new Promise((done) => {
    setTimeout(done, Math.max(0, due - nowMs()));
  });

const fieldsOf = (seq, at) => ({
  seq: { integerValue: String(seq) },
  at: { doubleValue: at },
  senderId: { stringValue: 'a5f2b8c41d' },
  nickname: { stringValue: 'Sakura' },
  text: {
    stringValue: 'The second problem is solved by moving the constant to the other side and dividing. '.repeat(2),
  },
});

function writeToEngine(url, collection, seq, at) {
  return commit(url, [{ update: { name: `${ROOT}/${collection}/c${seq}`, fields: fieldsOf(seq, at) } }]);
}

/** Broadcasts a message of the same size in bytes as the engine sends for one write. */
function broadcast(url, collection, seq, at) {
  const time = '2026-11-21T10:00:00.000000Z';
  const change = [
    100 + seq,
    [
      {
        documentChange: {
          document: {
            name: `${ROOT}/${collection}/c${seq}`,
            fields: fieldsOf(seq, at),
            createTime: time,
            updateTime: time,
          },
          targetIds: [2],
        },
      },
    ],
  ];
  const snapshot = [
    101 + seq,
    [{ targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], resumeToken: 'x'.repeat(72), readTime: time } }],
  ];
  const json = JSON.stringify([change, snapshot]);
  return post(url, `${json.length}\n${json}`, {});
}

function summary(parts, cpuMicros, rss) {
  const times = parts.flatMap((part) => [...part.times]).sort((a, b) => a - b);
  const expected = WRITES_PER_SECOND * SECONDS * LISTENERS;
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  return {
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
    cpu: cpuMicros / times.length,
    rss,
    missing: expected - times.length,
    lost: sum('lost'),
    disordered: sum('disordered'),
  };
}

const line = (kind, { p50, p99, cpu, rss, missing, lost, disordered }) =>
  `${kind.padEnd(6)} p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   server CPU ${cpu.toFixed(1)} us a delivery   RSS ${Math.round(rss / 1e6)} MB   missing ${missing}, lost ${lost}, out of order ${disordered}`;

function report(rounds) {
  const best = (kind, key) => Math.min(...rounds[kind].map((result) => result[key]));
  let holds = Object.values(rounds)
    .flat()
    .every(({ missing, lost, disordered }) => missing === 0 && lost === 0 && disordered === 0);
  console.log(
    `\n  ${LISTENERS} listeners, ${WRITES_PER_SECOND} writes a second for ${SECONDS} s, PostgreSQL with fsync; the best of ${ROUNDS} rounds`,
  );
  for (const [key, limit] of Object.entries(LIMITS)) {
    const ratio = best('engine', key) / best('ws', key);
    const isWithin = ratio <= limit;
    holds &&= isWithin;
    console.log(
      `  ${key.padEnd(4)} ${ratio.toFixed(2)}x of a bare ws broadcast, at most ${limit}x: ${isWithin ? 'holds' : 'MISSED'}`,
    );
  }
  return holds;
}
