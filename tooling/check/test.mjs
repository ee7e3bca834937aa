import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { inRoot, root } from '../root.mjs';
import { installWhenNeeded } from '../start/install.mjs';

const REPORTS = inRoot('.cache/test');
const tool = (path) => inRoot('node_modules', path);
const jest = (...projects) => [
  tool('jest/bin/jest.js'),
  '-c',
  'jest.config.mjs',
  '--ci',
  '--passWithNoTests',
  '--maxWorkers=100%',
  '--selectProjects',
  ...projects,
];

/** Specs that mostly wait for minutes to pass, or repeat for another place what others cover. */
const LONG_SPECS = [
  'archive-publication',
  'bad-remotes',
  'fault-matrix-far',
  'media-outages',
  'overtaken-release',
  'own-releases',
  'room-outage',
  'seat-race',
];

/**
 * @typedef {{ passed: number, failed: number, skipped?: number }} Counts
 * @typedef {{ read: (report: any) => Counts, args?: string[], env?: Record<string, string> }} Report
 * @typedef {{ name: string, title: string, isFast?: boolean, isStatic?: boolean, isSeparate?: boolean, command: string[], report?: Report, short?: { afterMinutes: number, args: string[], without: string } }} Suite
 */

/**
 * What `npm test` runs, in this order, without the separate ones. A suite with a report counts by its tests, any other is one check.
 * Static checks use one core each and run side by side.
 * @type {Suite[]}
 */
const suites = [
  {
    name: 'lint',
    isStatic: true,
    title: 'Lint',
    isFast: true,
    command: [
      tool('eslint/bin/eslint.js'),
      '.',
      '--cache',
      '--cache-location',
      inRoot('.cache/eslint'),
      '--max-warnings',
      '0',
    ],
  },
  {
    name: 'format',
    isStatic: true,
    title: 'Format',
    isFast: true,
    command: [
      tool('prettier/bin/prettier.cjs'),
      '.',
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      inRoot('.cache/prettier'),
    ],
  },
  { name: 'types', isStatic: true, title: 'Types', isFast: true, command: [inRoot('tooling/check/types.mjs')] },
  {
    name: 'boundaries',
    isStatic: true,
    title: 'Boundaries',
    isFast: true,
    command: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', '.'],
  },
  { name: 'dead-code', isStatic: true, title: 'Dead code', isFast: true, command: [tool('knip/bin/knip.js')] },
  {
    name: 'licences',
    isStatic: true,
    title: 'Licences',
    isFast: true,
    command: [inRoot('tooling/check/licences.mjs')],
  },
  { name: 'secrets', isStatic: true, title: 'Secrets', isFast: true, command: [inRoot('tooling/check/secrets.mjs')] },
  { name: 'unit', title: 'Unit tests', isFast: true, command: jest('unit', 'node'), report: jestReport('unit') },
  // A connection left open by a failed test must not block the run: the report is written by then.
  {
    name: 'api',
    title: 'Api tests on PostgreSQL',
    command: [...jest('api'), '--forceExit'],
    report: jestReport('api'),
  },
  { name: 'build', title: 'Build and sizes', command: [inRoot('tooling/build/build.mjs')] },
  {
    name: 'e2e',
    title: 'End to end',
    command: [tool('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    report: playwrightReport('e2e'),
    // A CI that ends a run after 90 minutes would end it before its result on a machine that is half as fast.
    short: { afterMinutes: 27, args: ['--grep-invert', LONG_SPECS.join('|')], without: LONG_SPECS.join(', ') },
  },
  {
    name: 'browsers',
    title: 'Firefox and WebKit',
    isSeparate: true,
    command: [tool('@playwright/test/cli.js'), 'test', '-c', 'e2e/browsers/playwright.config.ts'],
    report: playwrightReport('browsers'),
  },
];

function jestReport(name) {
  return {
    args: ['--json', '--outputFile', `${REPORTS}/${name}.json`],
    // A file that fails to load has no failed test, but is a failure.
    read: (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests,
    }),
  };
}

function playwrightReport(name) {
  return {
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: `${REPORTS}/${name}.json` },
    read: ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
    }),
  };
}

/**
 * `--shell URL [--token TOKEN]`: also checks the types of the remotes against a live shell.
 * @param {string[]} words
 * @returns {Suite[]}
 */
function againstShell(words) {
  const start = words.indexOf('--shell');
  if (start === -1) return [];
  return [
    {
      name: 'live-types',
      title: 'Types against the live shell',
      command: [inRoot('tooling/types/check.mjs'), ...words.slice(start)],
    },
  ];
}

/**
 * @param {Suite} suite
 * @returns {Promise<Counts>}
 */
async function runSuite({ name, title, isStatic, command, report, short }) {
  const heading = `\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`;
  if (!isStatic) console.log(heading);
  const began = performance.now();
  const isShort = short !== undefined && process.env.CI && began > short.afterMinutes * 60_000;
  if (isShort) console.log(`Without ${short.without}: what came before took ${Math.round(began / 60_000)} minutes.`);
  const words = [...command, ...(report?.args ?? []), ...(isShort ? short.args : [])];
  const { code, output } = await run(words, { env: report?.env, isHeld: isStatic });
  if (isStatic) console.log(`${heading}\n${output}`);
  /** @type {Counts} */
  const counts = report
    ? await readFile(`${REPORTS}/${name}.json`, 'utf8').then(
        (text) => report.read(JSON.parse(text)),
        () => ({ passed: 0, failed: 1 }),
      )
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  // A suite that exits with an error has failed, whatever the report says.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const outcome = counts.failed > 0 ? 'FAILED' : counts.passed === 0 && counts.skipped ? 'SKIPPED' : 'passed';
  console.log(
    `   ${title}: ${outcome}${counts.skipped ? `, ${counts.skipped} tests skipped` : ''} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
  return counts;
}

/**
 * Merges all output of a suite into one stream, so that it appears in order. With `isHeld` it is returned instead of
 * shown.
 */
function run(command, { env, isHeld }) {
  return new Promise((done) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', isHeld ? 'pipe' : 'inherit', isHeld ? 'pipe' : process.stdout],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** Returns the suites to run: `check` is the fast half, names select single suites. */
function chosen(wishes) {
  if (wishes.length === 0) return suites.filter((suite) => !suite.isSeparate);
  if (wishes[0] === 'check') return suites.filter((suite) => suite.isFast);
  const unknown = wishes.filter((wish) => !suites.some((suite) => suite.name === wish));
  if (unknown.length > 0) {
    console.error(`Unknown suite ${unknown.join(', ')}: choose from ${suites.map((suite) => suite.name).join(', ')}.`);
    process.exit(1);
  }
  return suites.filter((suite) => wishes.includes(suite.name));
}

const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('--'));
const wanted = [...chosen(options === -1 ? words : words.slice(0, options)), ...againstShell(words)];
await installWhenNeeded();
await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};
const waiting = wanted.filter(({ isStatic }) => isStatic);
const runWaiting = async () => {
  for (let suite = waiting.shift(); suite; suite = waiting.shift()) add(await runSuite(suite));
};
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
for (const suite of wanted.filter(({ isStatic }) => !isStatic)) add(await runSuite(suite));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
