import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { build } from 'esbuild';

import { inRoot, root } from '../../root.mjs';

/** The programs of the kit and of the processes that they start, and what other tools load by its path. */
const ENTRIES = [
  'tooling/release-kit/{remote-kit,new,dev,check,build}.mjs',
  'tooling/release-kit/presets/jest.mjs',
  'tooling/check/lint/house-plugin.mjs',
  'tooling/release-kit/release/run.mjs',
  'tooling/build/build-package.mjs',
  'tooling/dev/package-server.mjs',
  'tooling/check/jest/{browser-globals,matchers}.mjs',
];
const FOLDER_OF_LOADERS = 'tooling/build/webpack';
const LINT_RULES = 'tooling/check/lint/base.json';
const FILES = ['tsconfig.json', '.oxfmtrc.json', LINT_RULES, '.dependency-cruiser.cjs'];

/** Packages that are named in configurations and tests, and imported by none of the files above. */
const NAMED = [
  ...['axe-core', 'typescript', 'typescript-native'],
  ...['@swc/core', '@swc/jest', 'swc-loader', 'css-loader', 'style-loader', 'react-refresh'],
  ...['oxlint', 'oxlint-tsgolint', 'dependency-cruiser', 'jest', 'jest-environment-jsdom', 'identity-obj-proxy'],
  ...['@testing-library/dom', '@testing-library/user-event'],
  ...['@types/jest', '@types/node', '@types/react', '@types/react-dom'],
];

/**
 * Writes the contents of the package @manabiba/remote-kit into a folder: the tools that the commands of this repository
 * run, at the same paths. They are found by their imports, so none can be forgotten.
 * @param {string} folder
 */
export async function gatherKit(folder) {
  const { files, packages } = await reachable([...ENTRIES.flatMap(alternatives), ...(await loaders())]);
  for (const path of [...files, ...FILES]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(inRoot(path), join(folder, path));
  }
  await writeFile(join(folder, 'lint.json'), `{ "extends": ["./${LINT_RULES}"] }\n`);
  await cp(inRoot('tooling/release-kit/CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  const [manifest, shared, product, tooling] = await Promise.all(
    ['tooling/release-kit/manifest.json', 'shared/package.json', 'package.json', 'tooling/package.json'].map(readJson),
  );
  const versions = { ...tooling.dependencies, ...product.devDependencies };
  const fromShared = Object.keys(shared.dependencies);
  const names = [...new Set([...packages, ...NAMED])].filter((name) => !fromShared.includes(name)).sort();
  const packed = {
    ...manifest,
    engines: product.engines,
    dependencies: Object.fromEntries(names.map((name) => [name, versionOf(name, versions)])),
    peerDependencies: { [shared.name]: `^${shared.version.split('.')[0]}.0.0` },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
}

/** Follows imports. Returns the files of this repository, and the names of the packages that they import. */
async function reachable(entries) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
    logLevel: 'warning',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const packages = imported
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('node:'))
    .map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return { files: Object.keys(metafile.inputs).sort(), packages };
}

async function loaders() {
  const entries = await readdir(inRoot(FOLDER_OF_LOADERS), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** `a/{b,c}.mjs` is `a/b.mjs` and `a/c.mjs`. */
function alternatives(path) {
  const [, before = path, inside, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return inside ? inside.split(',').map((part) => before + part + after) : [path];
}

function versionOf(name, versions) {
  if (!versions[name]) throw new Error(`The kit imports ${name}, which the tools do not depend on.`);
  return versions[name];
}

const readJson = async (path) => JSON.parse(await readFile(inRoot(path), 'utf8'));
