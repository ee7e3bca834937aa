import { createRequire } from 'node:module';

import webpack from 'webpack';

import { inRoot } from '../root.mjs';

const require = createRequire(import.meta.url);

/** Library modules that are replaced by shorter ones of ours, by the end of their path. */
const standIns = /** @type {[RegExp, string][]} */ ([
  [/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/, 'lucide-icon.mjs'],
  [/[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/, 'bundler-runtime.mjs'],
]);

/** Adds our replacements to a build. docs/decisions/0012 and 0311 list what they save. */
export const slimModules = () =>
  standIns.map(([path, name]) => new webpack.NormalModuleReplacementPlugin(path, inRoot('tooling/webpack/slim', name)));

/** The core of the federation runtime, by alias: remotes take it from the shell, and an alias leaves them that. */
export const slimFederation = {
  '@module-federation/runtime-core$': inRoot('tooling/webpack/slim/federation-core.mjs'),
};

/** Removes unused parts of the router. */
export const slimRouter = {
  test: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]chunk-\w+\.mjs$/,
  loader: require.resolve('./mark-pure-loader.cjs'),
};

/** Shortens the errors of React that its production build writes in full. */
export const slimReact = {
  test: /[\\/]react[\\/]cjs[\\/]react\.production\.js$/,
  loader: require.resolve('./short-messages-loader.cjs'),
};
