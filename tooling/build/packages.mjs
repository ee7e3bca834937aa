import { join } from 'node:path';

import { inProject, remotes, sharedFolder } from '../project.mjs';
import { inRoot } from '../root.mjs';

/** Folder of source maps: next to the served files of the shell's build, and in the build of a remote. Never served. */
export const SOURCE_MAPS_FOLDER = 'source-maps';

/** Folder in a remote's build with the files that the server runs and browsers never get. */
export const SERVER_FOLDER = 'server';

/** Name of the file of a remote that the server runs. */
export const SERVER_FILE = `${SERVER_FOLDER}/remote.cjs`;

/** The tools and settings of every build. */
const bundler = [
  'tooling/build/webpack/webpack.config.mjs',
  'tooling/build/webpack',
  'tooling/build/build-package.mjs',
  'tooling/build/compile.mjs',
  'tooling/release-kit/release/release.mjs',
  'tooling/check/facade/shell-types.mjs',
];

/** What all remotes and the shell are built from. */
const common = [
  ...['src', 'package.json'].map((path) => join(sharedFolder, path)),
  ...bundler.map((path) => inRoot(path)),
  inProject('package-lock.json'),
];

/**
 * What a remote, or the shell, is built from besides what all of them share.
 * @param {string} name Its folder.
 */
export const sourcesOf = (name) =>
  [`${name}/src`, `${name}/package.json`, `${name}/remote.json`].map((path) => inProject(path));

/** Everything that is built: its name, its sources, and a file that exists when the build is done. */
export const buildUnits = [
  ...['shell', ...remotes].map((name) => ({
    name,
    sources: [...sourcesOf(name), ...common],
    product: inProject(name, 'dist', name === 'shell' ? 'shell-manifest.json' : 'release.json'),
  })),
  {
    name: 'server',
    sources: [
      'api/src',
      'shell/server',
      'shared/src',
      'shared/package.json',
      'server/src',
      'engines',
      'releases/src',
      'telemetry',
      'tooling/build/build-server.mjs',
      'tooling/build/packages-outside.mjs',
      'package-lock.json',
    ].map((path) => inRoot(path)),
    product: inRoot('server/dist/main.mjs'),
  },
];
