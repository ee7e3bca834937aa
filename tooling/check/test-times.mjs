import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { inRoot, root } from '../root.mjs';
import { specsOf } from './run-suite.mjs';
import { REPORTS, suites } from './suites.mjs';

/** The times of the last run on this machine, and the committed ones of two quiet cores. */
const LAST = inRoot('.cache/test-times.json');
const COMMITTED = inRoot('tooling/check/test-times.json');
/** The committed times are those of a machine with so many cores. */
const COMMITTED_CORES = 2;
const MOST_ROWS = 15;
const MOST_GROWN = 10;

/**
 * Seconds by name. For files and tests they are processor seconds where the test runner knows them, otherwise elapsed.
 * @typedef {Record<string, number>} Seconds
 * @typedef {{ suites: Seconds, files: Seconds, tests: Seconds }} Times
 */

/**
 * Keeps the times of a run: of all its suites, and of the files and tests in the reports of its test runners. Suites that
 * were not part of it keep theirs.
 * @param {Record<string, import('./run-suite.mjs').Outcome>} outcomes by name of the suite
 */
export async function keepTimes(outcomes) {
  const { suites: before, ...earlier } = await readTimes(LAST);
  const run = { files: {}, tests: {} };
  for (const { name, result } of suites.filter((suite) => outcomes[suite.name])) {
    const report = await readJson(join(REPORTS, `${name}.json`));
    const rows =
      report && result === 'jest'
        ? jestTests(report)
        : report && result === 'playwright'
          ? playwrightTests(report)
          : [];
    for (const { file, title, seconds } of rows) {
      run.files[file] = (run.files[file] ?? 0) + seconds;
      run.tests[`${file}: ${title}`] = seconds;
    }
  }
  const times = {
    suites: {
      ...before,
      ...Object.fromEntries(Object.entries(outcomes).map(([name, { seconds }]) => [name, seconds])),
    },
    files: { ...existing(earlier.files), ...run.files },
    tests: { ...existing(earlier.tests), ...run.tests },
  };
  await mkdir(dirname(LAST), { recursive: true });
  await writeFile(LAST, JSON.stringify(times));
}

/**
 * Leaves out files that were renamed or deleted, and their tests.
 * @param {Seconds} seconds
 */
const existing = (seconds) =>
  Object.fromEntries(Object.entries(seconds).filter(([name]) => existsSync(inRoot(name.replace(/: .*/s, '')))));

/**
 * Returns how long suites will probably take, in seconds: as in the last run on this machine, or as committed for a
 * machine with its number of cores.
 * @param {import('./suites.mjs').Suite[]} chosen
 */
export async function expectedSeconds(chosen) {
  const [last, committed] = [(await readTimes(LAST)).suites, (await readTimes(COMMITTED)).suites];
  const share = Math.max(1, COMMITTED_CORES / availableParallelism());
  const sum = chosen.reduce(
    (all, { name, cores }) => all + ((last[name] ?? (committed[name] ?? 0) * share) * cores) / COMMITTED_CORES,
    0,
  );
  return Math.round(sum);
}

/** Prints the files whose time has grown most since the committed list. */
export async function printGrown() {
  const [{ files }, { files: committed }] = [await readTimes(LAST), await readTimes(COMMITTED)];
  const grown = Object.entries(files)
    .filter(([file]) => committed[file] !== undefined)
    .map(([file, seconds]) => /** @type {const} */ ([file, seconds - (committed[file] ?? 0)]))
    .filter(([, growth]) => growth > 1);
  printLongest('Grown most since the committed times', Object.fromEntries(grown), MOST_GROWN);
}

/**
 * @param {string} title
 * @param {Seconds} seconds
 */
function printLongest(title, seconds, most = MOST_ROWS) {
  console.log(`\n${title}`);
  const rows = Object.entries(seconds).sort(([, a], [, b]) => b - a);
  for (const [name, value] of rows.slice(0, most)) console.log(`${value.toFixed(1).padStart(8)} s  ${name}`);
  if (rows.length === 0) console.log('  none');
}

function jestTests({ testResults }) {
  return testResults.flatMap(({ name, assertionResults, startTime, endTime }) => {
    const file = relative(root, name);
    const tests = assertionResults.map(({ fullName, duration }) => ({
      file,
      title: fullName,
      seconds: (duration ?? 0) / 1000,
    }));
    const inTests = tests.reduce((sum, { seconds }) => sum + seconds, 0);
    // Loading modules and preparing takes time before the first test.
    return [
      ...tests,
      { file, title: 'before and between the tests', seconds: Math.max(0, (endTime - startTime) / 1000 - inTests) },
    ];
  });
}

function playwrightTests({ suites: files, config }) {
  return specsOf(files).flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results, annotations }) => {
      const processor = annotations.find(({ type }) => type === 'processor seconds');
      const elapsed = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      const seconds = processor ? Number(processor.description) : elapsed;
      return { file: relative(root, join(config.rootDir, file)), title, seconds };
    }),
  );
}

/** @returns {Promise<Times>} */
const readTimes = async (path) => ({ suites: {}, files: {}, tests: {}, ...(await readJson(path)) });

const readJson = (path) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  );

/** Commits to what files and suites take today, rounded: single tests are too many. */
async function save() {
  const { suites: bySuite, files } = await readTimes(LAST);
  const rounded = (seconds) =>
    Object.fromEntries(
      Object.entries(seconds)
        .map(([name, value]) => /** @type {const} */ ([name, Math.round(value)]))
        .filter(([, value]) => value > 0)
        .sort(([a], [b]) => a.localeCompare(b)),
    );
  await writeFile(COMMITTED, `${JSON.stringify({ suites: rounded(bySuite), files: rounded(files) }, null, 2)}\n`);
}

// `npm run test:times`: prints the dearest suites, files and tests of the last run; `-- --save` commits to them.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const times = await readTimes(LAST);
  printLongest('Suites, elapsed', times.suites);
  printLongest('Files', times.files);
  printLongest('Tests', times.tests);
  await printGrown();
  if (process.argv.includes('--save')) await save();
}
