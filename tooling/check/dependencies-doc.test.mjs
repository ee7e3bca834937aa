import { readdirSync, readFileSync } from 'node:fs';

import { inRoot } from '../root.mjs';

const folders = ['.', ...readdirSync(inRoot('.')), ...readdirSync(inRoot('engines')).map((name) => `engines/${name}`)];

/** Direct dependencies of all workspaces, as `name version`. */
function installed() {
  const all = folders.flatMap((folder) => {
    try {
      const parsed = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
      return Object.entries({ ...parsed.dependencies, ...parsed.devDependencies, ...parsed.optionalDependencies });
    } catch {
      return [];
    }
  });
  const own = all.filter(([name]) => !name.startsWith('@manabiba/'));
  return [...new Set(own.map(([name, version]) => `${name} ${version.replace(/^npm:.*@/, '')}`))].sort();
}

it('lists every direct dependency with its version in docs/dependencies.md', () => {
  const rows = readFileSync(inRoot('docs/dependencies.md'), 'utf8').match(/^\| `.*$/gm) ?? [];
  const listed = rows.flatMap((row) => {
    const [, packages = ''] = row.split('|');
    return [...packages.matchAll(/`([^`]+)` ([\w.-]+)/g)].map(([, name, version]) => `${name} ${version}`);
  });
  expect(listed.sort()).toEqual(installed());
});
