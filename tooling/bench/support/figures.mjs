import { loadavg } from 'node:os';

const sorted = (values) => [...values].sort((a, b) => a - b);

/** Returns the median. */
export const median = (values) => {
  const all = sorted(values);
  const middle = Math.floor(all.length / 2);
  return all.length % 2 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
};

/** Returns the smallest value that at least the given share of all values does not exceed. */
export const percentile = (values, share) => sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)];

/** Returns the interquartile range: the variation caused by machine noise. */
export const spread = (values) => {
  const all = sorted(values);
  return all[Math.floor(all.length * 0.75)] - all[Math.floor(all.length * 0.25)];
};

const counts = { passed: 0, failed: 0 };
/** How many verdicts were printed. */
export const verdictCounts = () => counts;

/** Prints each verdict. Returns whether all passed. */
export function printVerdicts(verdicts) {
  for (const [text, holds] of verdicts) {
    console.log(`  ${holds ? 'ok ' : 'NOT'} ${text}`);
    counts[holds ? 'passed' : 'failed'] += 1;
  }
  return verdicts.every(([, holds]) => holds);
}

/** Other load on the machine: timings mean little while it exceeds the number of processors. */
export const load = () =>
  `load average ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
