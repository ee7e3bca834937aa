import { licenceProblems } from './licences.mjs';

const problemsOf = (license, path = 'node_modules/a-package', rest = {}) =>
  licenceProblems({ [path]: { ...(license ? { license } : {}), ...rest } });

it.each([
  ['MIT', 'node_modules/a-package'],
  ['(MIT OR GPL-3.0-or-later)', 'node_modules/a-package'],
  ['Apache-2.0 AND MIT', 'node_modules/a/node_modules/b'],
  ['MPL 2.0', 'node_modules/node-datachannel'],
  ['Apache-2.0 AND LGPL-3.0-or-later', 'node_modules/@img/sharp-win32-x64'],
  [undefined, 'node_modules/png-js'],
])('allows %s of %s', (license, path) => {
  expect(problemsOf(license, path)).toEqual([]);
});

it.each([
  ['GPL-3.0-only', 'node_modules/a-package'],
  ['AGPL-3.0-or-later', 'node_modules/a-package'],
  ['MIT AND GPL-2.0-only', 'node_modules/a-package'],
  ['SEE LICENSE IN LICENSE.md', 'node_modules/a-package'],
  ['UNLICENSED', 'node_modules/a-package'],
  ['LGPL-3.0-or-later', 'node_modules/not-sharp'],
  ['GPL-3.0-only', 'node_modules/png-js'],
])('refuses %s of %s', (license, path) => {
  expect(problemsOf(license, path)).toEqual([`${path} has the licence ${license}`]);
});

it('refuses a package that names no licence', () => {
  expect(problemsOf(undefined)).toEqual(['node_modules/a-package names no licence']);
});

it('leaves out development packages and the packages of this repository', () => {
  expect(problemsOf('GPL-3.0-only', 'node_modules/a-package', { dev: true })).toEqual([]);
  expect(problemsOf(undefined, 'node_modules/@manabiba/shared', { link: true })).toEqual([]);
  expect(problemsOf(undefined, 'shared')).toEqual([]);
});
