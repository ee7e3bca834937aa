import { availableParallelism } from 'node:os';

import { inRoot } from '../root.mjs';

/** Folder of the reports that the test runners write, one for each suite. */
export const REPORTS = inRoot('.cache/test');

const tool = (path) => inRoot('node_modules', path);
const jest = (projects, workersPerCore = 1) => [
  ...['--import', inRoot('tooling/check/jest/early-worker-data.mjs')],
  tool('jest/bin/jest.js'),
  // Not a percentage: Jest takes "150%" for 150 workers.
  ...['-c', 'jest.config.mjs', '--ci', `--maxWorkers=${Math.ceil(availableParallelism() * workersPerCore)}`],
  ...['--selectProjects', ...projects],
];
const playwright = (config) => [tool('@playwright/test/cli.js'), 'test', '-c', config];
const benchmark = (name) => [inRoot('tooling/bench/bench.mjs'), name, '--short'];

/**
 * The levels of `npm run check`, `npm test` and `npm run test:full`; each contains those before it.
 * @typedef {'check' | 'test' | 'full'} Level
 * @type {Level[]}
 */
export const levels = ['check', 'test', 'full'];

/**
 * How the result of a suite is read: from the report of Jest or Playwright, from its closing line `N passed, N failed`,
 * or as one check from its exit code.
 * @typedef {'jest' | 'playwright' | 'closing-line' | 'exit-code'} Result
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {Level} level The lowest level that contains it.
 * @property {1 | 2} cores Processor cores that it keeps busy: suites run side by side while there are enough.
 * @property {string[]} command Arguments of Node.js.
 * @property {Result} result
 * @property {string[]} [journeysOnly] More arguments below the full level.
 */

/**
 * All suites, in the order in which they start. Among those that need one core, the longest comes first, so that no core
 * is idle at the end.
 * @type {Suite[]}
 */
export const suites = [
  {
    name: 'types',
    title: 'Types',
    level: 'check',
    cores: 1,
    command: [inRoot('tooling/check/types.mjs')],
    result: 'exit-code',
  },
  {
    name: 'lint',
    title: 'Lint',
    level: 'check',
    cores: 1,
    command: [tool('oxlint/bin/oxlint'), '--threads=1'],
    result: 'exit-code',
  },
  {
    name: 'boundaries',
    title: 'Boundaries',
    level: 'check',
    cores: 1,
    command: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', '.'],
    result: 'exit-code',
  },
  {
    name: 'dead-code',
    title: 'Dead code',
    level: 'check',
    cores: 1,
    command: [tool('knip/bin/knip.js')],
    result: 'exit-code',
  },
  {
    name: 'generated',
    title: 'Generated files',
    level: 'check',
    cores: 1,
    command: [inRoot('tooling/build/generate.mjs'), '--check'],
    result: 'exit-code',
  },
  {
    name: 'secrets',
    title: 'Secrets',
    level: 'check',
    cores: 1,
    command: [inRoot('tooling/check/secrets.mjs')],
    result: 'exit-code',
  },
  {
    name: 'format',
    title: 'Format',
    level: 'check',
    cores: 1,
    command: [tool('oxfmt/bin/oxfmt'), '--check'],
    result: 'exit-code',
  },
  {
    name: 'licences',
    title: 'Licences',
    level: 'check',
    cores: 1,
    command: [inRoot('tooling/check/licences.mjs')],
    result: 'exit-code',
  },
  { name: 'unit', title: 'Unit tests', level: 'check', cores: 2, command: jest(['unit', 'server']), result: 'jest' },
  // Before the suites that start the product, which would build it within their time.
  {
    name: 'build',
    title: 'Build and sizes',
    level: 'test',
    cores: 2,
    command: [inRoot('tooling/build/build.mjs')],
    result: 'exit-code',
  },
  { name: 'tools', title: 'Engines and tools', level: 'test', cores: 2, command: jest(['tools']), result: 'jest' },
  { name: 'pages', title: 'Whole pages in jsdom', level: 'test', cores: 2, command: jest(['pages']), result: 'jest' },
  // A connection left open by a failed test must not block the run: the report is written by then.
  {
    name: 'api',
    title: 'Api tests on PostgreSQL',
    level: 'test',
    cores: 2,
    // Workers wait for PostgreSQL half of the time.
    command: [...jest(['api'], 1.5), '--forceExit'],
    result: 'jest',
  },
  {
    name: 'e2e',
    title: 'End to end',
    level: 'test',
    cores: 2,
    command: playwright('e2e/playwright.config.ts'),
    journeysOnly: ['--grep-invert', '@full'],
    result: 'playwright',
  },
  {
    name: 'clone',
    title: 'A fresh clone in another folder',
    level: 'full',
    // It compares the times of two starts, which work beside it would change.
    cores: 2,
    command: [inRoot('tooling/check/fresh-clone-check.mjs')],
    result: 'closing-line',
  },
  {
    name: 'outside',
    title: 'A remote in a repository of its own',
    level: 'full',
    cores: 1,
    command: [inRoot('tooling/release-kit/outside-check.mjs')],
    result: 'closing-line',
  },
  {
    name: 'browsers',
    title: 'Firefox and WebKit',
    level: 'full',
    cores: 1,
    command: playwright('e2e/browsers/playwright.config.ts'),
    result: 'playwright',
  },
  {
    name: 'livekit',
    title: 'Voice and video on a LiveKit server',
    level: 'full',
    cores: 1,
    command: [inRoot('e2e/platform/livekit/test-livekit.mjs')],
    result: 'closing-line',
  },
  {
    name: 'cluster',
    title: 'Several processes',
    level: 'full',
    cores: 1,
    command: [inRoot('e2e/platform/cluster/test-cluster.mjs')],
    result: 'closing-line',
  },
  {
    name: 'images',
    title: 'Images, as an unprivileged user',
    level: 'full',
    cores: 1,
    command: [inRoot('tooling/build/image/image-check.mjs')],
    result: 'closing-line',
  },
  {
    name: 'alerts',
    title: 'Alerts, by the engine of Prometheus',
    level: 'full',
    cores: 1,
    command: [inRoot('e2e/platform/observability/test-alerts.mjs')],
    result: 'closing-line',
  },
  {
    name: 'bench-page',
    title: 'Speed of pages, with generous limits',
    level: 'full',
    cores: 2,
    command: benchmark('page'),
    result: 'closing-line',
  },
  {
    name: 'bench-api',
    title: 'Speed of calls, with generous limits',
    level: 'full',
    cores: 2,
    command: benchmark('api'),
    result: 'closing-line',
  },
];

/**
 * Returns the suites of a level, or those with the given names.
 * @param {Level} level
 * @param {string[]} names
 */
export function suitesOf(level, names) {
  if (names.length > 0) return suites.filter(({ name }) => names.includes(name));
  return suites.filter((suite) => levels.indexOf(suite.level) <= levels.indexOf(level));
}
