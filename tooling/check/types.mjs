import { spawnSync } from 'node:child_process';

import { inRoot, root } from '../root.mjs';

// The suite "Types": the product's TypeScript, the tools' JavaScript, and the committed report of the facade.
const steps = [
  [inRoot('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'],
  [inRoot('node_modules/typescript/bin/tsc'), '-p', 'tooling/tsconfig.json'],
  [inRoot('tooling/build/generate.mjs'), '--check'],
];

for (const words of steps) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
