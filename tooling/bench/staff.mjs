import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildServer } from '../build/build-server.mjs';
import { startPostgres } from '../dev/postgres/postgres.mjs';
import { inRoot, root } from '../root.mjs';
import { answerOf } from './support/calls.mjs';
import { load, tell } from './support/figures.mjs';

/** Maximum 95th percentile of the database time of a search, in milliseconds. */
const MAX_P95_MS = 50;

/** The staff's search among 100,000 people: its database time beside the bare query of each kind, in the same run. */
export async function bench() {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-bench-'));
  const script = inRoot('.cache/bench/bench-staff.mjs');
  await buildServer({ entry: inRoot('tooling/bench/staff/measure.ts'), outfile: script });
  const postgres = await startPostgres({ dataDir });
  try {
    const { people, rounds, results } = await answerOf(
      fork(script, [postgres.url, root], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
    console.log(`\n${people} people, each search ${rounds} times; ${load()}`);
    for (const { name, found, search, bare } of results)
      console.log(
        `  ${name.padEnd(34)} ${String(found).padStart(3)} found   p50 ${search.p50.toFixed(1)} ms   p95 ${search.p95.toFixed(1)} ms   bare query p50 ${bare.p50.toFixed(1)} ms   p95 ${bare.p95.toFixed(1)} ms`,
      );
    return tell(
      results.map(({ name, search }) => [
        `${name}: p95 ${search.p95.toFixed(1)} ms; at most ${MAX_P95_MS}`,
        search.p95 <= MAX_P95_MS,
      ]),
    );
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
