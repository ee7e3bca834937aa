import { root } from '../root.mjs';
import { load, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

/** Maximum 95th percentile of the database time of a search, in milliseconds. */
const MAX_P95_MS = 50;

/** The staff's search among 100,000 people: its database time beside the bare query of each kind, in the same run. */
export function bench() {
  return withHarness(async ({ postgres, serve }) => {
    const { ready } = await serve('staff/measure', [postgres.url, root]);
    const { people, rounds, results } = ready;
    console.log(`\n${people} people, each search ${rounds} times; ${load()}`);
    for (const { name, found, search, bare } of results)
      console.log(
        `  ${name.padEnd(34)} ${String(found).padStart(3)} found   p50 ${search.p50.toFixed(1)} ms   p95 ${search.p95.toFixed(1)} ms   bare query p50 ${bare.p50.toFixed(1)} ms   p95 ${bare.p95.toFixed(1)} ms`,
      );
    return printVerdicts(
      results.map(({ name, search }) => [
        `${name}: p95 ${search.p95.toFixed(1)} ms; at most ${MAX_P95_MS}`,
        search.p95 <= MAX_P95_MS,
      ]),
    );
  });
}
