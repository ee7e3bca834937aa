import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { project, remotes } from '../project.mjs';
import { inRoot } from '../root.mjs';

/** Returns a program of a package that the kit depends on. Most packages do not export theirs. */
function programOf(path) {
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  const found = folders.map((folder) => join(folder, path)).find((file) => existsSync(file));
  if (!found) throw new Error(`${path} is not installed.`);
  return found;
}

/* `remote-kit check`: the types, the lint rules and the boundaries of the remotes of this folder. */
const steps = {
  types: [programOf('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  lint: [programOf('oxlint/bin/oxlint'), '.'],
  boundaries: [
    programOf('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    inRoot('.dependency-cruiser.cjs'),
    ...remotes,
  ],
};

for (const [name, words] of Object.entries(steps)) {
  const { status } = spawnSync(process.execPath, words, { cwd: project, stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) process.exitCode = 1;
}
