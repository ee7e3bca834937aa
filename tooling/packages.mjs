import { existsSync, readdirSync } from 'node:fs';
import { inRoot, root } from './root.mjs';

/** The remotes of this repository: every folder mf-* that says what it offers. A checkout may leave a former one's build behind. */
export const remotes = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.startsWith('mf-') && existsSync(inRoot(entry.name, 'remote.json')))
  .map((entry) => entry.name)
  .sort();

const bundler = ['shared/src', 'shared/package.json', 'tooling/webpack.config.mjs', 'tooling/webpack', 'tooling/build-package.mjs', 'tooling/compile.mjs', 'tooling/release.mjs', 'tooling/types/shell-types.mjs', 'package-lock.json'];

/** Everything that is built: its name, the sources it is made of, and a file that is there when it is done. */
export const buildUnits = [
  ...['shell', ...remotes].map((name) => ({
    name,
    sources: [`${name}/src`, `${name}/package.json`, `${name}/remote.json`, ...bundler].map((path) => inRoot(path)),
    product: inRoot(name, 'dist', name === 'shell' ? 'shell-manifest.json' : 'release.json'),
  })),
  {
    name: 'server',
    sources: ['api/src', 'shell/server', 'shared/src', 'shared/package.json', 'tooling/serve.ts', 'tooling/serve', 'engines', 'tooling/build-server.mjs', 'tooling/packages-outside.mjs', 'package-lock.json']
      .map((path) => inRoot(path)),
    product: inRoot('tooling/dist/live-engine.mjs'),
  },
];
