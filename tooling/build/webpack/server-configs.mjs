import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';

import { inRoot } from '../../root.mjs';
import { SERVER_FOLDER, SOURCE_MAPS_FOLDER } from '../packages.mjs';
import { base, privateMaps, rules } from './webpack.config.mjs';

/**
 * Modules that the server shares with the file of a remote. Bundled copies would have another state and another React.
 */
const GIVEN = ['react', 'react/jsx-runtime', '@manabiba/shared/platform'];

/**
 * The shell as one module for the web server, which renders the HTML of pages with it. Class names
 * are the client's; React comes along, so that it is production's wherever it runs.
 * @returns {import('webpack').Configuration}
 */
export function serverRenderConfig() {
  return {
    ...onServer(inRoot('shell'), 'shell-server-render'),
    entry: { 'server-render': './src/server-render.tsx' },
    output: {
      path: inRoot('shell/dist/server'),
      filename: '[name].mjs',
      library: { type: 'module' },
      hashFunction: 'xxhash64',
      // The sandbox renderer is built at the same time.
      clean: { keep: /^sandbox-renderer/ },
    },
    plugins: [serverMaps()],
    experiments: { outputModule: true },
  };
}

/**
 * The sandbox renderer: one script for a realm with nothing but the language. React DOM comes in the build that asks
 * for nothing of its surroundings; what pages load later and what is around them are left out.
 * @returns {import('webpack').Configuration}
 */
export function sandboxRendererConfig() {
  const common = onServer(inRoot('shell'), 'shell-sandbox-renderer');
  return {
    ...common,
    target: 'es2022',
    entry: { 'sandbox-renderer': './src/sandbox/sandbox-renderer.tsx' },
    resolve: { ...common.resolve, alias: { ...common.resolve?.alias, 'react-dom/server$': inRoot(REACT_DOM_ALONE) } },
    output: {
      path: inRoot('shell/dist/server'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
      globalObject: 'globalThis',
      publicPath: '',
      hashFunction: 'xxhash64',
    },
    plugins: [serverMaps(), withoutLateParts(), withoutFrame()],
    optimization: { ...common.optimization, minimize: true, minimizer: [withoutUnused], splitChunks: false },
  };
}

/** No export of the package: the one that is would ask for streams and channels. */
const REACT_DOM_ALONE = 'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js';

/** Next to the source maps for browsers, outside of the folder that this build empties. */
const serverMaps = () => privateMaps(/\.[cm]js$/, `../${SOURCE_MAPS_FOLDER}/${SERVER_FOLDER}/[file].map`);

/**
 * A remote as one CommonJS file for the server, with all its pages and slots but without their lazy chunks.
 * @param {string} dir Folder of the package.
 * @returns {import('webpack').Configuration}
 */
export function remoteServerConfig(dir) {
  const { name } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const common = onServer(dir, `${name}-server`);
  return {
    ...common,
    entry: { remote: './src/remote.tsx' },
    externals: Object.fromEntries(GIVEN.map((request) => [request, `commonjs ${request}`])),
    output: {
      path: join(dir, 'dist', SERVER_FOLDER),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      // Never loaded from there: the server renders class names and addresses of the client's build only.
      publicPath: '',
      hashFunction: 'xxhash64',
      clean: true,
    },
    plugins: [serverMaps(), withoutLateParts(/[\\/]src[\\/]remote\.tsx$/)],
    optimization: { ...common.optimization, minimize: true, minimizer: [withoutUnused] },
  };
}

/**
 * A page is rendered in one turn: whatever a module other than the exposed one of a remote imports
 * dynamically would come too late for it.
 * @param {RegExp} [exposed]
 */
function withoutLateParts(exposed) {
  return new webpack.NormalModuleReplacementPlugin(/./, (given) => {
    const isDynamic = given.dependencies.some(({ type }) => type === 'import() eager');
    if (isDynamic && !exposed?.test(given.contextInfo.issuer))
      given.request = inRoot('tooling/build/webpack/late-part.cjs');
  });
}

/**
 * Nothing around the page is read from what a sandbox renders. The elements stay, so that React's ids, which follow the
 * tree, are the same.
 */
function withoutFrame() {
  const page = /[\\/]chrome[\\/]page-frame\.tsx$/;
  return new webpack.NormalModuleReplacementPlugin(/\/(?:header|footer|navigation-bar)$/, (given) => {
    if (page.test(given.contextInfo.issuer)) given.request = inRoot('tooling/build/webpack/no-frame.cjs');
  });
}

/** Drops unused code. */
const withoutUnused = new MinimizerPlugin({
  minify: MinimizerPlugin.swcMinify,
  extractComments: false,
  terserOptions: { ecma: 2022, compress: { ecma: 2022 }, mangle: true },
});

/** @returns {import('webpack').Configuration} */
function onServer(dir, name) {
  const common = base(dir, name, 'production');
  return {
    ...common,
    target: 'node20',
    // A build from webpack's cache lost the exports of modules that are imported both statically and dynamically here:
    // the page of a legal text could not be rendered.
    cache: false,
    // Components that browsers load lazily and the server renders at once have a separate file for the server.
    resolve: { ...common.resolve, extensions: ['.server.tsx', ...(common.resolve?.extensions ?? [])] },
    module: {
      ...common.module,
      rules: rules('production', { onlyNames: true }),
      parser: { javascript: { dynamicImportMode: 'eager' } },
    },
    optimization: { ...common.optimization, minimize: false },
  };
}
