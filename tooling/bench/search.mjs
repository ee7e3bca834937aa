import { root } from '../root.mjs';
import { load, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

/** Maximum 95th percentile of the database time of a search, in milliseconds. */
const MAX_P95_MS = 20;

/** Searches in 100,000 entries: the database time, by kind of query. */
export function bench() {
  return withHarness(async ({ postgres, serve }) => {
    const { ready: report } = await serve('search/measure', [postgres.url, root]);
    console.log(
      `\n${report.entries} entries, ${report.searches} searches of the list, each ${report.rounds} times, one after the other; ${load()}`,
    );
    const line = ({ name, p50, p95, max, slowest, cpuP50, cpuP95 }) =>
      `${name.padEnd(44)} p50 ${p50.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms   max ${max.toFixed(1)} ms (${slowest}); of a processor p50 ${cpuP50.toFixed(1)} ms, p95 ${cpuP95.toFixed(1)} ms`;
    for (const result of report.results) console.log(`  ${line(result)}`);
    console.log(
      `  a new classroom: ${report.write.withSearch.toFixed(2)} ms with its entry, ${report.write.bare.toFixed(2)} ms without (medians)`,
    );
    return printVerdicts(
      report.results.map(({ name, p95 }) => [
        `${name}: p95 ${p95.toFixed(1)} ms; at most ${MAX_P95_MS}`,
        p95 <= MAX_P95_MS,
      ]),
    );
  });
}
