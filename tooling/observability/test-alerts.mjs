import { spawnSync } from 'node:child_process';

import { inRoot, root } from '../root.mjs';
import { promqlEngine } from './promql-engine.mjs';

// `npm run test:alerts`: builds the engine of Prometheus once, then runs the tests of the alerts with it.
const { skipped } = promqlEngine();
if (skipped) console.log(`The alerts are not fired: ${skipped}.`);
const jest = [inRoot('node_modules/jest/bin/jest.js'), '-c', 'jest.config.mjs', '--selectProjects', 'node'];
process.exitCode =
  spawnSync(process.execPath, [...jest, 'tooling/observability'], { cwd: root, stdio: 'inherit' }).status ?? 1;
