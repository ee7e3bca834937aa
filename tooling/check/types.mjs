import { spawnSync } from 'node:child_process';

import { inRoot, root } from '../root.mjs';

// The suite "Types": the product's TypeScript, then the JavaScript of tools, by the native compiler. One checker each,
// because other checks run in parallel.
for (const config of ['tsconfig.json', 'tooling/tsconfig.json']) {
  const words = [inRoot('node_modules/typescript-native/bin/tsc'), '-p', config, '--checkers', '1'];
  if (spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
