import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { inRoot, root } from '../../../tooling/root.mjs';
import { promqlEngine } from './promql-engine.mjs';

const REPORT = inRoot('.cache/test/alerts.json');

// `npm run test:alerts`: builds the engine of Prometheus once, then runs the tests of the alerts with it. The others of that
// file are part of `npm test`. Ends with `N passed, N failed`.
const { skipped } = promqlEngine();
if (skipped) {
  console.log(`   Alerts by the engine of Prometheus: SKIPPED, because ${skipped}`);
  console.log('\n0 passed, 0 failed, 1 skipped');
} else {
  await mkdir(dirname(REPORT), { recursive: true });
  await rm(REPORT, { force: true });
  const jest = [inRoot('node_modules/jest/bin/jest.js'), '-c', 'jest.config.mjs', '--ci', '--selectProjects', 'tools'];
  const only = ['--testNamePattern', 'by the engine of Prometheus'];
  const command = [...jest, ...only, '--json', '--outputFile', REPORT, '--', 'e2e/platform/observability'];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const report = JSON.parse(await readFile(REPORT, 'utf8').catch(() => '{"numPassedTests":0,"numFailedTests":1}'));
  const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites: broken = 0 } = report;
  const failed = numFailedTests + broken;
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = status === 0 && passed > 0 && failed === 0 ? 0 : 1;
}
