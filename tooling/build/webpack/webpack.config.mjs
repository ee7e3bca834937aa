import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';

import { inProject, project, sharedFolder } from '../../project.mjs';
import { inRoot } from '../../root.mjs';
import { SERVER_FOLDER, SOURCE_MAPS_FOLDER } from '../packages.mjs';
import { cssName } from './css-name.mjs';
import { NumberedChunksPlugin } from './numbered-chunks-plugin.mjs';
import { SealFilesPlugin } from './seal-files-plugin.mjs';
import { StableEntryIdPlugin } from './stable-entry-id-plugin.mjs';

const require = createRequire(import.meta.url);
const loader = (name) => require.resolve(`./${name}`);

/** Evergreen browsers of the last two years. */
const BROWSERS = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.2'];

/** Timeout for a chunk before the page offers a retry, in milliseconds. */
const CHUNK_PATIENCE_MS = 10_000;

/**
 * Minimum source size in bytes for code shared by several pages to become a separate chunk. Below it, an extra request
 * costs more than the bytes.
 */
const SHARED_CHUNK_BYTES = 100_000;

/**
 * @typedef {object} Options
 * @property {'production' | 'development'} mode
 * @property {string} [publicPath] Where the files are served; by default each file's own place.
 * @property {boolean} [isServed] A dev server serves it: names stay, and nothing is made small.
 */

/**
 * A remote: one container, hashed files that work at any address, nothing bundled that the shell shares.
 * @param {string} dir Folder of the package.
 * @param {Options} options
 * @returns {import('webpack').Configuration}
 */
export function remoteConfig(dir, { mode, publicPath = 'auto', isServed = mode === 'development' }) {
  const { name } = packageOf(dir);
  const container = containerName(name);
  return {
    ...base(dir, container, mode, isServed),
    entry: {},
    // The file for the server is built at the same time.
    output: { ...output(join(dir, 'dist'), container, isServed), publicPath, clean: { keep: isOfServer } },
    plugins: [
      ...plugins(mode, isServed),
      new ModuleFederationPlugin({
        ...federation(container),
        // A dev server's files have other names.
        manifest: !isServed,
        filename: isServed ? 'remote-entry.js' : 'remote-entry.[contenthash:8].js',
        exposes: { './remote': { import: './src/remote.tsx', name: 'door' } },
        shared: shared(mode, 'remote'),
      }),
    ],
  };
}

/**
 * The shell: shares React, the facade and the router with every remote, eagerly and in as few files as possible.
 * @param {Options & { dir?: string }} options
 * @returns {import('webpack').Configuration}
 */
export function shellConfig({ mode, publicPath = 'auto', dir = inRoot('shell') }) {
  return {
    ...base(dir, 'shell', mode),
    // Built remotes import the production JSX runtime, which a shell from source would not include by itself.
    entry: { shell: mode === 'development' ? ['react/jsx-runtime', './src/index.ts'] : './src/index.ts' },
    output: { ...output(join(dir, 'dist', 'client'), 'shell', mode === 'development'), publicPath },
    plugins: [
      ...plugins(mode, false, `../${SOURCE_MAPS_FOLDER}`),
      new StableEntryIdPlugin(),
      new ModuleFederationPlugin({ ...federation('shell'), shared: shared(mode, 'shell') }),
    ],
  };
}

/** The global name of a remote's container: mf-classrooms is mf_classrooms. */
export const containerName = (packageName) => packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_');

/**
 * Versions of what the shell provides to remotes: its React, its facade, and the contract of its api. For the last two
 * a minor version adds, and a major one removes or changes.
 */
export function sharedVersions() {
  const { version: platform, contractVersion: contract } = packageOf(sharedFolder);
  return { react: readJson(require.resolve('react/package.json')).version, platform, contract };
}

/**
 * Version ranges that a remote's release requires of the shell that loads it: of the facade at least the minor version
 * that it was built against.
 */
export function shareRanges() {
  const { react, platform, contract } = sharedVersions();
  const majorOf = (version) => `^${version.split('.')[0]}.0.0`;
  return { react: majorOf(react), platform: `^${platform.replace(/\.\d+$/, '.0')}`, contract: majorOf(contract) };
}

/** @returns {ConstructorParameters<typeof ModuleFederationPlugin>[0]} */
function federation(name) {
  return {
    name,
    remotes: {},
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    dev: false,
    experiments: {
      asyncStartup: true,
      // A remote shows slots of the shell instead of loading remotes. The registry replaces snapshots.
      optimization: { target: 'web', disableSnapshot: true, disableRemote: name !== 'shell' },
      ...(name === 'shell' ? { provideExternalRuntime: true } : { externalRuntime: true }),
    },
  };
}

/**
 * Modules with identity are shared, the rest is bundled.
 * @returns {Record<string, Exclude<NonNullable<ConstructorParameters<typeof import('webpack').sharing.SharePlugin>[0]['shared']>, readonly unknown[]>[string]>}
 */
function shared(mode, side) {
  const ranges = shareRanges();
  const rule = (requiredVersion, version) => ({
    singleton: true,
    strictVersion: true,
    requiredVersion,
    ...(side === 'shell' ? { eager: true, ...(version ? { version } : {}) } : { import: /** @type {const} */ (false) }),
  });
  return {
    react: rule(ranges.react),
    'react/jsx-runtime': rule(ranges.react),
    '@manabiba/shared/platform': rule(ranges.platform, packageOf(sharedFolder).version),
    ...(mode === 'development'
      ? {
          'react/jsx-dev-runtime': rule(ranges.react),
          // With two refresh runtimes an edit would be fetched but not shown.
          'react-refresh/runtime': { singleton: true, eager: true, requiredVersion: false },
        }
      : {}),
  };
}

/**
 * The plugin that provides the federation runtime to the remotes imports it as CommonJS, everything else as an ES
 * module: without this alias the shell would bundle it twice.
 */
function oneFederationRuntime() {
  const plugin = dirname(
    createRequire(require.resolve('@module-federation/enhanced/webpack')).resolve(
      '@module-federation/inject-external-runtime-core-plugin',
    ),
  );
  return { [join(plugin, 'index.cjs')]: join(plugin, 'index.js') };
}

/** The package's export map resolves to the development build of the router in every bundler. */
const productionRouter = () =>
  createRequire(join(sharedFolder, 'package.json'))
    .resolve('react-router')
    .replace(/development[\\/]index\.\w+$/, 'production/index.mjs');

/**
 * What every build has in common.
 * @returns {import('webpack').Configuration}
 */
export function base(dir, name, mode, isServed = mode === 'development') {
  const isProduction = mode === 'production';
  return {
    name,
    mode,
    context: dir,
    target: `browserslist:${BROWSERS.join(', ')}`,
    devtool: isServed ? 'cheap-module-source-map' : false,
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: { ...oneFederationRuntime(), ...(isProduction ? { 'react-router$': productionRouter() } : {}) },
    },
    module: { rules: rules(mode), strictExportPresence: true },
    optimization: {
      // The smallest numbers for what is named most often. No file of a build outlives it, so that they need not stay.
      chunkIds: isServed ? 'named' : 'size',
      moduleIds: isServed ? 'named' : 'size',
      mangleExports: 'size',
      ...(isServed ? { minimize: false } : {}),
      // Each page is one file with only its own code; only large modules are split into shared chunks.
      // The editor of boards stays whole: each file that a page may load has its name in the entry of the remote.
      splitChunks: {
        minSize: SHARED_CHUNK_BYTES,
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'board-editor',
      },
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          extractComments: false,
          // Minified as it comes, and an ES module, which it would parse as a script.
          exclude: 'openjpeg/',
          terserOptions: { ecma: 2022, compress: { ecma: 2022, passes: 3 }, mangle: true },
        }),
        new CssMinimizerPlugin(),
      ],
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}${isServed && mode === 'production' ? '-served' : ''}`,
      cacheDirectory: inProject('.cache/webpack'),
      buildDependencies: { config: [import.meta.filename, inRoot('tooling/build/webpack/')] },
    },
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    snapshot: { managedPaths: [inProject('node_modules')] },
  };
}

/** @returns {import('webpack').Configuration['output']} */
function output(path, uniqueName, isServed) {
  const filename = isServed ? '[name].js' : '[name].[contenthash:8].js';
  return {
    path,
    uniqueName,
    filename,
    // The address of every build has its version: the names of its parts need no digest, which each entry would contain.
    chunkFilename: '[name].js',
    assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
    // In a release build every file gets it together with its digest.
    crossOriginLoading: isServed ? 'anonymous' : false,
    chunkLoadTimeout: CHUNK_PATIENCE_MS,
    strictModuleErrorHandling: true,
    hashFunction: 'xxhash64',
    clean: true,
  };
}

function plugins(mode, isServed = false, mapsFolder = SOURCE_MAPS_FOLDER) {
  if (mode === 'development') return [new ReactRefreshPlugin({ overlay: false }), sharedRefreshRuntime()];
  // Files that change while they are served have no digests.
  if (isServed) return [new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css' })];
  return [
    new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].css' }),
    new NumberedChunksPlugin(),
    new SealFilesPlugin(),
    privateMaps(/\.js$/, `${mapsFolder}/[file].map`),
  ];
}

/** Writes source maps without the text of the sources, which positions do not need, and names them in no script. */
export const privateMaps = (test, filename) =>
  new webpack.SourceMapDevToolPlugin({
    test,
    filename,
    append: false,
    noSources: true,
    moduleFilenameTemplate: ({ absoluteResourcePath }) => relative(project, absoluteResourcePath),
  });

/** Files that the server build writes into the folder of a remote's build at the same time. */
const isOfServer = (path) =>
  [`${SERVER_FOLDER}/`, `${SOURCE_MAPS_FOLDER}/${SERVER_FOLDER}/`].some((folder) => path.startsWith(folder));

/**
 * Every refreshed module imports the refresh runtime by its path, bypassing the shared one: a remote would register the
 * hooks of its components in its own runtime, and the one that refreshes would discard their state.
 */
function sharedRefreshRuntime() {
  const path = require.resolve('react-refresh/runtime');
  return new webpack.NormalModuleReplacementPlugin(/react-refresh[\\/]runtime\.js$/, (given) => {
    if (given.request === path && /\.[jt]sx?$/.test(given.contextInfo.issuer)) given.request = 'react-refresh/runtime';
  });
}

/**
 * How each kind of file is built; for the server only the class names of styles.
 * @returns {import('webpack').RuleSetRule[]}
 */
export function rules(mode, { onlyNames = false } = {}) {
  const isProduction = mode === 'production';
  const style = isProduction ? MiniCssExtractPlugin.loader : require.resolve('style-loader');
  const css = (modules) => ({ loader: require.resolve('css-loader'), options: { modules, importLoaders: 0 } });
  const classes = css({
    namedExport: false,
    exportLocalsConvention: 'as-is',
    exportOnlyLocals: onlyNames,
    getLocalIdent: cssName(project, isProduction),
  });
  return [
    {
      test: /\.tsx?$/,
      // Installed in the repository of a team, the shared package has sources too.
      exclude: /node_modules[\\/](?!@manabiba[\\/]shared[\\/])/,
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: !isProduction, refresh: !isProduction } },
        },
        env: { targets: BROWSERS },
      },
    },
    // The router creates components when it is loaded; unused ones are left out only where that is marked as pure.
    { test: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]chunk-\w+\.mjs$/, loader: loader('mark-pure-loader.cjs') },
    { test: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/, loader: loader('strip-style-injection-loader.cjs') },
    { test: /[\\/]pdfjs-dist[\\/]legacy[\\/]build[\\/]pdf\.mjs$/, loader: loader('strip-text-as-code-loader.cjs') },
    // The rest of its imports become part of the chunk that loads it.
    {
      test: /[\\/](@excalidraw[\\/]excalidraw|browser-fs-access)[\\/]dist[\\/].+\.m?js$/,
      loader: loader('trim-excalidraw-loader.cjs'),
      parser: { dynamicImportMode: 'eager' },
      // It imports files of roughjs without their ending.
      resolve: { fullySpecified: false },
    },
    {
      test: /[\\/]@excalidraw[\\/]excalidraw[\\/]dist[\\/].+\.css$/,
      enforce: 'pre',
      loader: loader('scope-excalidraw-loader.cjs'),
    },
    { test: /\.module\.css$/, use: onlyNames ? [classes] : [style, classes] },
    { test: /\.css$/, exclude: /\.module\.css$/, use: onlyNames ? [css(false)] : [style, css(false)] },
    { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' },
    // PDF.js asks for it by this name, in a folder that it is given.
    {
      test: /[\\/]openjpeg_nowasm_fallback\.js$/,
      type: 'asset/resource',
      generator: { filename: 'openjpeg/[name][ext]' },
    },
    // The worker of PDF.js, and character maps, which are parts of scripts of ours.
    { resourceQuery: /source/, type: 'javascript/auto', loader: loader('source-text-loader.cjs') },
    { test: /\.bcmap$/, type: 'asset/inline', generator: { dataUrl: { mimetype: 'application/octet-stream' } } },
  ];
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const packageOf = (dir) => readJson(join(dir, 'package.json'));
