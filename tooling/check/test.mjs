import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { installWhenNeeded } from '../dev/install.mjs';
import { inRoot } from '../root.mjs';
import { runSuite } from './run-suite.mjs';
import { levels, REPORTS, suites, suitesOf } from './suites.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { expectedSeconds, keepTimes, printGrown } from './test-times.mjs';

/*
 * `npm test`, `npm run check` and `npm run test:full`: runs the suites of a level, or those named, and ends with
 * `N passed, N failed`. `--shell URL [--token TOKEN]` also checks the types of the remotes against a live shell.
 */

/** @param {string[]} words */
function readArguments(words) {
  const start = words.indexOf('--shell');
  const shell = start === -1 ? [] : words.slice(start);
  const [first = 'test', ...others] = start === -1 ? words : words.slice(0, start);
  const level = levels.find((name) => name === first);
  const names = level ? others : [first, ...others];
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown) {
    const known = [...levels, ...suites.map(({ name }) => name)].join(', ');
    console.error(`Unknown suite ${unknown}: choose from ${known}.`);
    process.exit(1);
  }
  return { level: level ?? 'test', names, shell };
}

/**
 * Runs suites in their order, side by side while there are enough cores.
 * @param {import('./suites.mjs').Suite[]} chosen
 * @param {boolean} isFull
 */
async function runAll(chosen, isFull) {
  const cores = Math.max(2, availableParallelism());
  /** @type {Record<string, import('./run-suite.mjs').Outcome>} */
  const outcomes = {};
  /** @type {Map<string, { cores: number, end: Promise<void> }>} */
  const running = new Map();
  const busyCores = () => [...running.values()].reduce((sum, suite) => sum + suite.cores, 0);
  for (const suite of chosen) {
    while (busyCores() + suite.cores > cores) await Promise.race([...running.values()].map(({ end }) => end));
    const isHeld = suite.cores < cores;
    const end = runSuite(suite, { isFull, isHeld }).then((outcome) => {
      outcomes[suite.name] = outcome;
      running.delete(suite.name);
    });
    running.set(suite.name, { cores: suite.cores, end });
    if (isHeld) console.log(`   Running: ${[...running.keys()].join(', ')}`);
  }
  await Promise.all([...running.values()].map(({ end }) => end));
  return outcomes;
}

const { level, names, shell } = readArguments(process.argv.slice(2));
const isFull = level === 'full' || process.env.TEST_LEVEL === 'full';
const chosen = [
  ...suitesOf(level, names),
  ...(shell.length > 0
    ? [
        /** @type {import('./suites.mjs').Suite} */ ({
          name: 'live-types',
          title: 'Types against the live shell',
          level,
          cores: 2,
          command: [inRoot('tooling/check/facade/check.mjs'), ...shell],
          result: 'exit-code',
        }),
      ]
    : []),
];
await installWhenNeeded().catch((error) => {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
});
const expected = await expectedSeconds(chosen);
if (expected > 0) console.log(`About ${Math.ceil(expected / 60)} min: ${chosen.map(({ title }) => title).join(', ')}`);
await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });
const began = performance.now();
const temporary = await makeTemporaryFolder();
process.env.TMPDIR = temporary.path;
const outcomes = await runAll(chosen, isFull);
await temporary.remove();
await keepTimes(outcomes);

console.log('\n   seconds  processor');
for (const { name, title } of chosen) {
  const { seconds = 0, processorSeconds } = outcomes[name] ?? {};
  console.log(`${seconds.toFixed(0).padStart(10)} ${(processorSeconds?.toFixed(0) ?? '').padStart(10)}  ${title}`);
}
console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(10)}             All`);
if (process.env.CI) await printGrown();
const all = Object.values(outcomes);
const sum = (count) => all.reduce((total, outcome) => total + count(outcome), 0);
const [passed, failed] = [sum((outcome) => outcome.passed), sum((outcome) => outcome.failed)];
const skipped = all.flatMap((outcome) => outcome.skipped);
if (skipped.length > 0) console.log(`\nSkipped on this machine:\n${skipped.map((what) => `  ${what}`).join('\n')}`);
const failures = all.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((what) => `  ${what}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
