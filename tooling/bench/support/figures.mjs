import { loadavg } from 'node:os';

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The middle of some figures. */
export const median = (values) => {
  const all = sorted(values);
  const middle = Math.floor(all.length / 2);
  return all.length % 2 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
};

/** How far the middle half of some figures is apart: what the machine's noise makes of one and the same thing. */
export const spread = (values) => {
  const all = sorted(values);
  return all[Math.floor(all.length * 0.75)] - all[Math.floor(all.length * 0.25)];
};

/** Prints each verdict. Returns whether all hold. */
export function tell(verdicts) {
  for (const [text, holds] of verdicts) console.log(`  ${holds ? 'ok ' : 'NOT'} ${text}`);
  return verdicts.every(([, holds]) => holds);
}

/** What else the machine had to do: figures in milliseconds mean little while it is more than it has processors. */
export const load = () =>
  `load average ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
