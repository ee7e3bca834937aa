import { remotePackages } from '../../server/src/remote-packages.mjs';
import { inRoot } from '../root.mjs';

const bundler = [
  'shared/src',
  'shared/package.json',
  'tooling/webpack/webpack.config.mjs',
  'tooling/webpack',
  'tooling/build/build-package.mjs',
  'tooling/build/compile.mjs',
  'tooling/release/release.mjs',
  'tooling/types/shell-types.mjs',
  'package-lock.json',
];

/** Everything that is built: its name, its sources, and a file that exists when the build is done. */
export const buildUnits = [
  ...['shell', ...remotePackages].map((name) => ({
    name,
    sources: [`${name}/src`, `${name}/package.json`, `${name}/remote.json`, ...bundler].map((path) => inRoot(path)),
    product: inRoot(name, 'dist', name === 'shell' ? 'shell-manifest.json' : 'release.json'),
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
      'tooling/build/build-server.mjs',
      'tooling/build/packages-outside.mjs',
      'package-lock.json',
    ].map((path) => inRoot(path)),
    product: inRoot('server/dist/main.mjs'),
  },
];
