import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from '../root.mjs';
import { REPORTS } from './suites.mjs';

/** Clock ticks per second in /proc on every Linux that runs Node.js. */
const TICKS_PER_SECOND = 100;
/** How a check of `counted-checks.mjs` and the list of Playwright report that something failed. */
const FAILED_CHECK = /^ *(?:NOT|✘) +(.+)$/gm;
const REASON_LENGTH = 400;
const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/gm;

/**
 * What one suite did. `failures` names the tests that failed, `skipped` the tests and parts that this machine cannot
 * run.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures
 * @property {string[]} skipped
 * @property {number} seconds
 * @property {number | undefined} processorSeconds Undefined where there is no /proc.
 */

/**
 * Runs a suite and returns its outcome.
 * @param {import('./suites.mjs').Suite} suite
 * @param {object} options
 * @param {boolean} options.isFull
 * @param {boolean} options.isHeld Whether the output is shown at the end, because another suite runs in parallel.
 * @returns {Promise<Outcome>}
 */
export async function runSuite(suite, { isFull, isHeld }) {
  const { name, title, command, result, journeysOnly = [] } = suite;
  const heading = `\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`;
  if (!isHeld) console.log(heading);
  const began = performance.now();
  const { words, env } = reportTo(result, join(REPORTS, `${name}.json`));
  const { code, output, processorSeconds } = await run([...command, ...(isFull ? [] : journeysOnly), ...words], {
    env: { ...env, ...(isFull ? { TEST_LEVEL: 'full' } : {}) },
    isHeld,
  });
  if (isHeld) console.log(`${heading}\n${output.trim()}`);
  const counts = await readCounts(suite, output, code);
  const seconds = (performance.now() - began) / 1000;
  // A suite that exits with an error has failed, whatever its report contains.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const failures = counts.failed > 0 && counts.failures.length === 0 ? [`exit code ${code}`] : counts.failures;
  const state = counts.failed > 0 ? 'FAILED' : counts.passed === 0 && counts.skipped.length > 0 ? 'SKIPPED' : 'passed';
  console.log(`   ${title}: ${state} (${seconds.toFixed(0)} s)`);
  return { ...counts, failures: failures.map((failure) => `${title}: ${failure}`), seconds, processorSeconds };
}

function reportTo(result, path) {
  if (result === 'jest') return { words: ['--json', '--outputFile', path] };
  if (result === 'playwright')
    return {
      words: ['--reporter=list,json,./e2e/reporters/budget-reporter.ts'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    };
  return { words: [] };
}

/** Runs Node.js. Both streams are merged, so that lines appear in order. */
function run(words, { env, isHeld }) {
  return new Promise((done) => {
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (!isHeld) process.stdout.write(text);
      });
    let processorSeconds;
    child.once('exit', () => {
      processorSeconds = secondsOfEndedChild();
    });
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output, processorSeconds }));
  });
}

let countedSeconds = 0;

/**
 * Returns the processor seconds of the child that has just ended, with those of its own children. The kernel adds them
 * to this process when a child ends, so the time added since the last child belongs to this one.
 */
function secondsOfEndedChild() {
  let text;
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return undefined;
  }
  // The name, in brackets, may contain spaces. The 16th and 17th fields are the times of ended children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const all = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  const seconds = all - countedSeconds;
  countedSeconds = all;
  return seconds;
}

async function readCounts({ name, title, result }, output, code) {
  if (result === 'exit-code')
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, failures: [], skipped: [] };
  if (result === 'closing-line') {
    const [, passed, failed] = [...output.matchAll(CLOSING_LINE)].at(-1) ?? [];
    if (passed === undefined) return { passed: 0, failed: 1, failures: [], skipped: [] };
    const failures = [...output.matchAll(FAILED_CHECK)].map(([, check]) => check);
    const skipped = [...output.matchAll(/SKIPPED[,:]? ?(.*)$/gm)].map(([, reason]) => `${title}: ${reason}`);
    return { passed: Number(passed), failed: Number(failed), failures, skipped };
  }
  const report = await readFile(join(REPORTS, `${name}.json`), 'utf8').then(JSON.parse, () => undefined);
  if (!report) return { passed: 0, failed: 1, failures: [], skipped: [] };
  return result === 'jest' ? jestCounts(report, title) : playwrightCounts(report, title);
}

function jestCounts(report, title) {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  // A file that fails to load has no failed test, but is a failure.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    failures: [
      ...unloaded.map(({ name }) => relative(root, name)),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ file, fullName, failureMessages }) => `${file}: ${fullName}${reasonIn(failureMessages[0])}`),
    ],
    skipped: tests.filter(({ status }) => status === 'pending').map(({ fullName }) => `${title}: ${fullName}`),
  };
}

function playwrightCounts({ stats, errors, suites }, title) {
  const specs = specsOf(suites);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ file, title: test, tests }) => {
          // After a timeout, the second error names the step that did not end.
          const reasons = tests.flatMap(({ results }) => results.flatMap(({ errors: each }) => each));
          return `${file}: ${test}${reasons.map(({ message }) => reasonIn(message)).join('')}`;
        }),
      ...errors.map(({ message }) => message.split('\n')[0]),
    ],
    skipped: specs
      .filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
      .map((spec) => `${title}: ${spec.title}`),
  };
}

/** Returns the beginning of an error message without its stack and colours, on a line below what failed. */
function reasonIn(message = '') {
  const lines =
    stripVTControlCharacters(message)
      .split(/\n\s+at /)[0]
      ?.split('\n') ?? [];
  const words = lines.map((line) => line.trim()).filter((line) => line !== '');
  return words.length > 0 ? `\n    ${words.join(' · ').slice(0, REASON_LENGTH)}` : '';
}

/** Returns all specs of a report of Playwright, in which they are nested by file and description. */
export const specsOf = (suites = []) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)]);
