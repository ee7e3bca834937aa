import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { inRoot } from '../../root.mjs';

/**
 * Modules that remotes may import, as in the rule for the remotes of this repository. Their tests also use builders.
 */
const { pathNot: forRemotes } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs').forbidden.find(
  ({ name }) => name === 'remote-only-by-the-facade',
).to;
const isForRemotes = (path) => new RegExp(forRemotes).test(path) || path.startsWith('shared/src/testing/');

/**
 * Writes the contents of the package @manabiba/shared into a folder: its sources, which the build of a remote compiles.
 * So there is one source, and inferred types stay as they are.
 * @param {string} folder
 */
export async function gatherShared(folder) {
  const manifest = JSON.parse(await readFile(inRoot('shared/package.json'), 'utf8'));
  const entries = await readdir(inRoot('shared/src'), { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(inRoot().length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  for (const path of [...sources, 'shared/CHANGELOG.md', 'shared/facade.api.txt', 'shared/remote.schema.json']) {
    const target = join(folder, path.slice('shared/'.length));
    await mkdir(dirname(target), { recursive: true });
    await cp(inRoot(path), target);
  }
  const { private: _private, devDependencies, dependencies, exports, ...facts } = manifest;
  const packed = {
    ...facts,
    description:
      'What remotes of Manabiba share: the facade of the shell, the contract of its api, components, builders',
    // The compiler reads the sources, so it needs the types of all that they import.
    dependencies: { ...dependencies, ...devDependencies },
    exports: { ...exportsForRemotes(exports, sources), './package.json': './package.json' },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
}

/**
 * Returns the exports that remotes may import. A pattern that also leads to other files is replaced by those allowed.
 * @param {Record<string, string>} exports
 * @param {string[]} sources
 */
export function exportsForRemotes(exports, sources) {
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) => {
      const [before = '', after = ''] = `shared/${target.slice('./'.length)}`.split('*');
      const files = sources.filter((path) =>
        target.includes('*') ? path.startsWith(before) && path.endsWith(after) : path === before,
      );
      const allowed = files.filter(isForRemotes);
      if (allowed.length === files.length) return [[name, target]];
      return allowed.map((path) => [
        name.replace('*', path.slice(before.length, path.length - after.length)),
        `./${path.slice('shared/'.length)}`,
      ]);
    }),
  );
}
