import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import ts from 'typescript';

import { inRoot } from '../root.mjs';
import { requireChangelogEntry } from './pack.mjs';
import { exportsForRemotes } from './packing/gather-shared.mjs';

const execute = promisify(execFile);

let home;
let packed;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'manabiba-pack-test-'));
  const { stdout } = await execute(process.execPath, [inRoot('tooling/release-kit/pack.mjs'), home]);
  packed = {};
  for (const path of stdout.trim().split('\n')) {
    const folder = await mkdtemp(join(home, 'package-'));
    await execute('tar', ['-xzf', path, '-C', folder, '--strip-components=1']);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    packed[manifest.name] = { manifest, folder, files: await filesIn(folder) };
  }
}, 180_000);
afterAll(() => rm(home, { recursive: true, force: true }));

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Returns every import of the scripts of a package, with the file that has it. */
async function importsOf({ folder, files }) {
  const scripts = files.filter((path) => /\.([cm]?js|tsx?)$/.test(path));
  const found = await Promise.all(
    scripts.map(async (path) => {
      const text = await readFile(join(folder, path), 'utf8');
      return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({ path, to: fileName }));
    }),
  );
  return found.flat().filter(({ to }) => !to.startsWith('node:'));
}

const packageOf = (to) =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');

describe.each(['@manabiba/shared', '@manabiba/remote-kit'])('the package %s', (name) => {
  it('has what its files import, and depends on the packages that they import', async () => {
    const { manifest, files } = packed[name];
    const known = [name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
    // Builders of tests stand on what the kit brings.
    const ofTheKit = Object.keys(packed['@manabiba/remote-kit'].manifest.dependencies);
    const ofShared = Object.keys(packed['@manabiba/shared'].manifest.dependencies);
    const imports = await importsOf(packed[name]);
    expect(imports.length).toBeGreaterThan(50);
    const missing = imports.filter(({ path, to }) => {
      if (!to.startsWith('.'))
        return ![...known, ...ofShared, ...(path.includes('/testing/') ? ofTheKit : [])].includes(packageOf(to));
      const target = join(dirname(path), to);
      return !['', '.ts', '.tsx'].some((ending) => files.includes(target + ending));
    });
    expect(missing).toEqual([]);
  });

  it('has a changelog, no test, and exact versions of packages from a registry', () => {
    const { manifest, files } = packed[name];
    expect(files).toContain('CHANGELOG.md');
    expect(files.filter((path) => path.includes('.test.'))).toEqual([]);
    expect(manifest.private).toBeUndefined();
    // The native compiler is a version of TypeScript next to the one with an API.
    for (const version of Object.values(manifest.dependencies))
      expect(version).toMatch(/^(npm:typescript@)?\d+\.\d+\.\d+$/);
  });
});

it('packs the schema of remote.json, which editors read', () => {
  expect(packed['@manabiba/shared'].files).toContain('remote.schema.json');
});

it('packs no code of the shell, the api or the server that runs', () => {
  const folders = new Set(packed['@manabiba/remote-kit'].files.map((path) => path.split('/')[0]));
  for (const folder of ['shell', 'api', 'engines', 'shared', 'e2e']) expect([...folders]).not.toContain(folder);
});

it('exports of shared what remotes may import, and not the session or the cache', () => {
  const { exports } = packed['@manabiba/shared'].manifest;
  expect(exports).toMatchObject({
    './platform': './src/platform.ts',
    './data/endpoints': './src/data/endpoints.ts',
    './ui/*': './src/ui/*.tsx',
    './testing/builders': './src/testing/builders.ts',
  });
  for (const name of ['./session/*', './data/*', './realtime/*', './navigation/*'])
    expect(exports).not.toHaveProperty([name]);
});

it('replaces a pattern of exports that leads to more than remotes may import', () => {
  const sources = ['shared/src/data/endpoints.ts', 'shared/src/data/call.ts', 'shared/src/ui/button.tsx'];
  expect(exportsForRemotes({ './data/*': './src/data/*.ts', './ui/*': './src/ui/*.tsx' }, sources)).toEqual({
    './data/endpoints': './src/data/endpoints.ts',
    './ui/*': './src/ui/*.tsx',
  });
});

it('refuses a version that the changelog does not list', () => {
  const manifest = { name: '@manabiba/shared', version: '1.7.0' };
  expect(() => requireChangelogEntry(manifest, '# Changes\n\n## 1.6.0\n- First.\n')).toThrow(
    '@manabiba/shared has the version 1.7.0, and its changelog begins with 1.6.0.',
  );
  expect(() => requireChangelogEntry(manifest, '# Changes\n\n## 1.7.0\n- More.\n\n## 1.6.0\n')).not.toThrow();
});
