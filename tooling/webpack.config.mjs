import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { inRoot, root } from './root.mjs';
import { cssName } from './webpack/css-name.mjs';

const require = createRequire(import.meta.url);
const loader = (name) => require.resolve(`./webpack/${name}`);

/** Evergreen browsers of the last two years. */
const BROWSERS = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.2'];

/** How long a chunk may take before the page offers to try again, in milliseconds. */
const CHUNK_PATIENCE_MS = 10_000;

/**
 * @typedef {object} Options
 * @property {'production' | 'development'} mode
 * @property {string} [publicPath] Where the files are served; by default each file's own place.
 */

/**
 * A remote: one container with its door, hashed files that work at any address, nothing bundled that the shell gives.
 * @param {string} dir Folder of the package.
 * @param {Options} options
 * @returns {import('webpack').Configuration}
 */
export function remoteConfig(dir, { mode, publicPath = 'auto' }) {
  const { name } = packageOf(dir);
  const container = containerName(name);
  const isProduction = mode === 'production';
  return {
    ...base(dir, container, mode),
    entry: {},
    output: { ...output(join(dir, 'dist'), container, mode), publicPath },
    plugins: [
      ...plugins(mode),
      new ModuleFederationPlugin({
        ...federation(container),
        filename: isProduction ? 'remote-entry.[contenthash:8].js' : 'remote-entry.js',
        exposes: { './remote': { import: './src/remote.tsx', name: 'door' } },
        shared: shared(mode, 'remote'),
      }),
    ],
  };
}

/**
 * The shell: gives React, the facade and the router to every remote, eagerly and in as few files as possible.
 * @param {Options & { dir?: string }} options
 * @returns {import('webpack').Configuration}
 */
export function shellConfig({ mode, publicPath = 'auto', dir = inRoot('shell') }) {
  return {
    ...base(dir, 'shell', mode),
    entry: { shell: './src/index.ts' },
    output: { ...output(join(dir, 'dist', 'client'), 'shell', mode), publicPath },
    plugins: [
      ...plugins(mode),
      new ModuleFederationPlugin({ ...federation('shell'), shared: shared(mode, 'shell') }),
    ],
  };
}

/**
 * The shell once more, as one module for the web server, which paints the first picture of a page with it. Class names
 * are the client's; React comes along, so that it is production's wherever it runs.
 * @returns {import('webpack').Configuration}
 */
export function paintConfig() {
  const dir = inRoot('shell');
  const common = base(dir, 'shell-paint', 'production');
  return {
    ...common,
    target: 'node20',
    entry: { 'first-paint': './src/first-paint.tsx' },
    output: { path: join(dir, 'dist', 'server'), filename: '[name].mjs', library: { type: 'module' }, hashFunction: 'xxhash64', clean: true },
    experiments: { outputModule: true },
    module: { ...common.module, rules: rules('production', { onlyNames: true }), parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { ...common.optimization, minimize: false },
  };
}

/** The identifier under which a remote's container registers: mf-classrooms is mf_classrooms. */
export const containerName = (packageName) => packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_');

/** Versions of what the shell gives to remotes. */
export const sharedVersions = () => ({
  react: readJson(require.resolve('react/package.json')).version, platform: readJson(inRoot('shared/package.json')).version,
});

/** Ranges that a remote's release demands of the shell it is loaded into. */
export function shareRanges() {
  const { react, platform } = sharedVersions();
  const majorOf = (version) => `^${version.split('.')[0]}.0.0`;
  return { react: majorOf(react), platform: majorOf(platform) };
}

function federation(name) {
  return {
    name, remotes: {}, shareStrategy: 'loaded-first', dts: false, manifest: false, dev: false,
    experiments: { asyncStartup: true, optimization: { target: 'web', disableSnapshot: true }, ...(name === 'shell' ? { provideExternalRuntime: true } : { externalRuntime: true }) },
  };
}

/** What has identity is shared, the rest is bundled. */
function shared(mode, side) {
  const ranges = shareRanges();
  const rule = (requiredVersion, version) => ({
    singleton: true, strictVersion: true, requiredVersion,
    ...(side === 'shell' ? { eager: true, ...(version ? { version } : {}) } : { import: false }),
  });
  return {
    react: rule(ranges.react),
    'react/jsx-runtime': rule(ranges.react),
    '@manabiba/shared/platform': rule(ranges.platform, readJson(inRoot('shared/package.json')).version),
    ...(mode === 'development' ? {
      'react/jsx-dev-runtime': rule(ranges.react),
      // Two refresh runtimes would fetch an edit and show nothing of it.
      'react-refresh/runtime': { singleton: true, eager: true, requiredVersion: false },
    } : {}),
  };
}

/**
 * The plugin that hands the federation runtime to the remotes asks for it as CommonJS, everything else as an ES module:
 * the shell would carry it twice.
 */
function oneFederationRuntime() {
  const plugin = dirname(createRequire(require.resolve('@module-federation/enhanced/webpack')).resolve('@module-federation/inject-external-runtime-core-plugin'));
  return { [join(plugin, 'index.cjs')]: join(plugin, 'index.js') };
}

function base(dir, name, mode) {
  const isProduction = mode === 'production';
  return {
    name, mode, context: dir,
    target: `browserslist:${BROWSERS.join(', ')}`,
    devtool: isProduction ? false : 'cheap-module-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: oneFederationRuntime() },
    module: { rules: rules(mode), strictExportPresence: true },
    optimization: {
      chunkIds: isProduction ? 'deterministic' : 'named',
      moduleIds: isProduction ? 'deterministic' : 'named',
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false, terserOptions: { compress: { passes: 2 }, mangle: true } }),
        new CssMinimizerPlugin(),
      ],
    },
    cache: {
      type: 'filesystem', name: `${name}-${mode}`, cacheDirectory: inRoot('.cache/webpack'),
      buildDependencies: { config: [import.meta.filename, inRoot('tooling/webpack/')] },
    },
    performance: false, stats: 'none', infrastructureLogging: { level: 'error' },
    snapshot: { managedPaths: [inRoot('node_modules')] },
  };
}

function output(path, uniqueName, mode) {
  const filename = mode === 'production' ? '[name].[contenthash:8].js' : '[name].js';
  return {
    path, uniqueName, filename, chunkFilename: filename,
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
    crossOriginLoading: 'anonymous', chunkLoadTimeout: CHUNK_PATIENCE_MS, strictModuleErrorHandling: true,
    hashFunction: 'xxhash64', clean: true,
  };
}

function plugins(mode) {
  if (mode === 'development') return [new ReactRefreshPlugin({ overlay: false }), sharedRefreshRuntime()];
  return [new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].[contenthash:8].css' })];
}

/**
 * Every module that is refreshed asks for the refresh runtime by its path, past the shared one: a remote would note the
 * hooks of its components in a runtime of its own, and the one that refreshes would take their state for lost.
 */
function sharedRefreshRuntime() {
  const path = require.resolve('react-refresh/runtime');
  return new webpack.NormalModuleReplacementPlugin(/react-refresh[\\/]runtime\.js$/, (given) => {
    if (given.request === path && /\.[jt]sx?$/.test(given.contextInfo.issuer)) given.request = 'react-refresh/runtime';
  });
}

function rules(mode, { onlyNames = false } = {}) {
  const isProduction = mode === 'production';
  const style = isProduction ? MiniCssExtractPlugin.loader : require.resolve('style-loader');
  const css = (modules) => ({ loader: require.resolve('css-loader'), options: { modules, importLoaders: 0 } });
  const classes = css({ namedExport: false, exportLocalsConvention: 'as-is', exportOnlyLocals: onlyNames, getLocalIdent: cssName(root, isProduction) });
  return [
    {
      test: /\.tsx?$/, exclude: /node_modules/,
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: !isProduction, refresh: !isProduction } },
        },
        env: { targets: BROWSERS },
      },
    },
    { test: /[\\/]src[\\/]remote\.tsx$/, enforce: 'pre', loader: loader('name-chunks-loader.cjs') },
    { test: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/, loader: loader('strip-style-injection-loader.cjs') },
    {
      test: /\.module\.css$/,
      use: onlyNames ? [classes] : [style, classes],
    },
    { test: /\.css$/, exclude: /\.module\.css$/, use: onlyNames ? [css(false)] : [style, css(false)] },
    { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' },
  ];
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const packageOf = (dir) => readJson(join(dir, 'package.json'));
