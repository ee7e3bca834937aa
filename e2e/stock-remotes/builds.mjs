import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ModuleFederationPlugin as EnhancedPlugin } from '@module-federation/enhanced/webpack';
import { federation } from '@module-federation/vite';
import { rspack } from '@rspack/core';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';

const folder = import.meta.dirname;
const entry = join(folder, 'src', 'remote.js');

const { version: reactVersion } = createRequire(import.meta.url)('react/package.json');

/** Both come from the shell: a remote without them in its build could not run anywhere else. */
const fromShell = {
  react: { singleton: true, import: /** @type {const} */ (false), requiredVersion: `^${reactVersion}` },
  '@manabiba/shared/platform': { singleton: true, import: /** @type {const} */ (false), requiredVersion: '^1.0.0' },
};
/** React as most remotes share it: the build has one of its own, which no page loads where the shell gives one. */
const withFallback = { ...fromShell, react: { singleton: true, requiredVersion: `^${reactVersion}` } };

const containerOf = ({ container }) => ({
  name: container,
  filename: 'remote-entry.[contenthash:8].js',
  exposes: { './remote': { import: entry, name: 'door' } },
});
const enhanced = { dts: false, manifest: false, dev: false };

/** What the sources know of the remote that they become. */
const definitions = ({ path, slot }) => ({ STOCK_PATH: JSON.stringify(path), STOCK_SLOT: JSON.stringify(slot) });

/** What webpack and rspack have in common. */
const options = ({ container }, out, plugins) => ({
  mode: /** @type {const} */ ('production'),
  context: folder,
  entry: {},
  target: ['web', 'es2022'],
  devtool: /** @type {const} */ (false),
  output: {
    path: out,
    publicPath: 'auto',
    uniqueName: container,
    // The shell forgets the chunks of a release under this name before it loads another one.
    chunkLoadingGlobal: `webpackChunk${container}`,
    filename: '[name].[contenthash:8].js',
    chunkFilename: '[name].[contenthash:8].js',
  },
  plugins,
});

async function compile(bundler, remote, out, federationPlugin) {
  const compiler = bundler(options(remote, out, [federationPlugin, new bundler.DefinePlugin(definitions(remote))]));
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

/** Compiles with webpack and the plugin of @module-federation/enhanced. */
const withEnhanced = (more) => (remote, out) =>
  compile(webpack, remote, out, new EnhancedPlugin({ ...containerOf(remote), ...enhanced, ...more }));

/** Compiles with one of the plugins that come with a bundler. */
const withOwnPlugin = (bundler, Plugin) => (remote, out) =>
  compile(bundler, remote, out, new Plugin({ ...containerOf(remote), shared: fromShell }));

async function withVite(remote, out) {
  await viteBuild({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'error',
    define: definitions(remote),
    plugins: federation({
      name: remote.container,
      filename: 'remote-entry-[hash].js',
      exposes: { './remote': './src/remote.js' },
      shared: fromShell,
      dts: false,
      dev: false,
    }),
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry },
    },
  });
}

/**
 * @typedef {{ name: string, container: string, path: string, slot: string }} StockRemote
 * @typedef {StockRemote & { entryType?: 'module', build: (remote: StockRemote, out: string) => Promise<void> }} StockBuild
 */

/** @returns {StockBuild} */
const stock = (bundler, slot, build, entryType = undefined) => ({
  name: `mf-${bundler}`,
  container: `mf_${bundler.replaceAll('-', '_')}`,
  path: `/${bundler}`,
  slot,
  build,
  ...(entryType ? { entryType } : {}),
});

/** One remote, built in seven ways, each for a slot of the top page. */
export const stockBuilds = [
  stock('enhanced', 'header-bell', withEnhanced({ shared: withFallback })),
  stock('enhanced-no-import', 'header-create', withEnhanced({ shared: fromShell })),
  stock(
    'enhanced-external',
    'top-classrooms',
    withEnhanced({ shared: fromShell, experiments: { externalRuntime: true } }),
  ),
  stock('webpack', 'top-archives', withOwnPlugin(webpack, webpack.container.ModuleFederationPlugin)),
  stock('rspack-1', 'top-professionals', withOwnPlugin(rspack, rspack.container.ModuleFederationPluginV1)),
  stock('rspack-1-5', 'top-following', withOwnPlugin(rspack, rspack.container.ModuleFederationPlugin)),
  stock('vite', 'top-events', withVite, 'module'),
];
